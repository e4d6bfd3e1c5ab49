// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.binding.LeaseService.Role;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcHandler;
import io.cloudmac.impl.session.ResultDecoder;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.cloudmac.impl.wtp.AgentLease.LeaseKey;
import io.cloudmac.impl.wtp.AgentRadio.RadioSettings;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeWeight;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Calls the methods of an agent. Use it in the event loop of the connection; futures complete there. They fail as
 * {@link JsonRpcHandler#call} describes, and with {@link ProtocolException} if a result violates the specification.
 */
final class AgentClient {
    /**
     * Greatest number of unanswered requests. The agent answers in order, and a request can take tens of milliseconds.
     * So few requests before it do not use up the time limit of a request.
     */
    static final int MAX_UNANSWERED = 8;

    private final JsonRpcHandler rpc;
    private final Function<Mac, Optional<RawSsid>> ssids;

    /** Creates a client. {@code ssids} returns the SSID of a VAP; empty if the VAP is not known. */
    AgentClient(final JsonRpcHandler rpc, final Function<Mac, Optional<RawSsid>> ssids) {
        this.rpc = rpc;
        this.ssids = ssids;
    }

    CompletionStage<AgentInfo> info() {
        return call("agent.info", Json.newObject(), AgentInfo::read);
    }

    CompletionStage<LeaseKey> lease(final LeaseKey lease, final Role role, final long ttlMillis) {
        final ObjectNode params = leaseParams(lease);
        if (role == Role.STATION) { // an older agent knows no roles
            params.put("role", "station");
        } else {
            ssid(Mac.parse(lease.bssid())).ifPresent(ssid -> params.put("ssid", ssid));
        }
        params.put("ttl_ms", ttlMillis);
        return call("ack.lease", params, result -> {
            final long granted = Json.integer(result, "ttl_ms", 1, Integer.MAX_VALUE);
            if (granted < ttlMillis) {
                throw new ProtocolException("the agent granted " + granted + " ms instead of " + ttlMillis);
            }
            return lease;
        });
    }

    CompletionStage<Boolean> release(final LeaseKey lease) {
        return call("ack.release", leaseParams(lease), result -> Json.bool(result, "released"));
    }

    /** Permits a radio to announce VAPs for {@code ttlMillis}, or renews the permits. */
    CompletionStage<Void> permit(final int radio, final List<Mac> vaps, final long ttlMillis) {
        final ObjectNode params = Json.newObject();
        params.put("radio", radio);
        addBssids(params, vaps);
        final ArrayNode names = params.putArray("ssids");
        vaps.forEach(bssid -> names.add(ssid(bssid).orElse(null)));
        params.put("ttl_ms", ttlMillis);
        return call("announce.permit", params, result -> null);
    }

    /** Ends the permits to announce VAPs. */
    CompletionStage<Void> revoke(final List<Mac> vaps) {
        final ObjectNode params = Json.newObject();
        addBssids(params, vaps);
        return call("announce.revoke", params, result -> null);
    }

    CompletionStage<RadioSettings> setRadio(final int radio, final Integer frequency, final Integer powerDbm) {
        final ObjectNode params = Json.newObject();
        params.put("radio", radio);
        if (frequency != null) {
            params.put("frequency", frequency);
        }
        if (powerDbm != null) {
            params.put("power_dbm", powerDbm);
        }
        return call("radio.set", params, RadioSettings::read);
    }

    CompletionStage<AgentStats> stats() {
        return call("stats", Json.newObject(), AgentStats::read);
    }

    CompletionStage<AgentAirtime> airtime(final int radio) {
        final ObjectNode params = Json.newObject();
        params.put("radio", radio);
        return call("airtime.get", params, result -> {
            final AgentAirtime airtime = AgentAirtime.read(result);
            if (airtime.radio() != radio) {
                throw new ProtocolException("the answer is of radio " + airtime.radio() + ", not " + radio);
            }
            return airtime;
        });
    }

    /** Changes how all radios share the air. */
    CompletionStage<Void> setAirtime(final AirtimeChange change) {
        final ObjectNode params = Json.newObject();
        if (change instanceof AirtimeSettings settings) {
            params.put("scheduler", settings.scheduler());
            params.put("target_ms", settings.targetMillis());
            params.put("interval_ms", settings.intervalMillis());
        } else if (change instanceof AirtimeWeight weight) {
            params.put("address", weight.address().toString());
            params.put("weight", weight.weight());
        }
        return call("airtime.set", params, result -> {
            for (final AirtimeSettings now : Json.list(result, "radios", AirtimeSettings::read)) {
                if (change instanceof AirtimeSettings && !now.equals(change)) {
                    throw new ProtocolException("a radio has " + now + " instead of " + change);
                }
            }
            return null;
        });
    }

    CompletionStage<Long> subscribeSignals(final int intervalMillis) {
        final ObjectNode params = Json.newObject();
        params.put("interval_ms", intervalMillis);
        return call("signal.subscribe", params, result -> Json.integer(result, "interval_ms", 0, 60_000));
    }

    /** Reads the virtual stations for which the WTP holds a lease. */
    CompletionStage<List<AgentVirtualStation>> virtualStations() {
        return call("vsta.list", Json.newObject(),
            result -> Json.list(result, "stations", AgentVirtualStation::read));
    }

    /** Reads the BSSs whose beacons or probe responses the radios for virtual stations receive. */
    CompletionStage<List<HeardBss>> heard() {
        return call("bss.heard", Json.newObject(), result -> Json.list(result, "bss", HeardBss::read));
    }

    /** Closes the connection. Its session handles this as any other loss. */
    void close(final IOException reason) {
        rpc.close(reason);
    }

    private <T> CompletionStage<T> call(final String method, final ObjectNode params, final ResultDecoder<T> decoder) {
        return ResultDecoder.call(rpc, method, params, decoder);
    }

    /** Returns an SSID in hexadecimal; empty if the VAP is not known. */
    private Optional<String> ssid(final Mac bssid) {
        return ssids.apply(bssid).map(ssid -> HexFormat.of().formatHex(ssid.octets()));
    }

    private static void addBssids(final ObjectNode params, final List<Mac> vaps) {
        final ArrayNode bssids = params.putArray("bssids");
        vaps.forEach(bssid -> bssids.add(bssid.toString()));
    }

    private static ObjectNode leaseParams(final LeaseKey lease) {
        final ObjectNode params = Json.newObject();
        params.put("bssid", lease.bssid());
        params.put("radio", lease.radio());
        return params;
    }
}
