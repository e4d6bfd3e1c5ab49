// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcHandler;
import io.cloudmac.impl.session.RequestNotSentException;
import io.cloudmac.impl.session.ResultDecoder;
import io.cloudmac.impl.wire.Mac;
import java.net.ProtocolException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Calls the methods of a VAP host's daemon. Use it in the event loop of the connection; futures complete there. They
 * fail as {@link JsonRpcHandler#call} describes, and with {@link ProtocolException} if a result violates the
 * specification.
 */
final class VapHostClient {
    /** Greatest number of requests that the daemon runs at a time, and so of unanswered ones. */
    static final int MAX_UNANSWERED = 64;
    /**
     * Greatest number of unanswered channel switches. The connection keeps room for other requests, so that the list of
     * VAPs, the daemon's sign of life, never waits for a switch.
     */
    static final int MAX_SWITCHES = MAX_UNANSWERED - 4;

    private final JsonRpcHandler rpc;
    private int unansweredSwitches;

    /**
     * The description that a daemon returns of itself.
     *
     * @param host the name of its host
     * @param version the daemon's version
     * @param protocol version of the control protocol, 1
     */
    record DaemonInfo(String host, String version, int protocol) {
        static DaemonInfo read(final ObjectNode object) throws ProtocolException {
            return new DaemonInfo(Json.string(object, "host"), Json.shortText(object, "version"),
                (int) Json.integer(object, "protocol", 0, Integer.MAX_VALUE));
        }
    }

    /**
     * A page of the list of VAPs.
     *
     * @param vaps the VAPs
     * @param more whether other VAPs follow
     */
    record VapPage(List<HostVap> vaps, boolean more) {
        static VapPage read(final ObjectNode object) throws ProtocolException {
            final List<HostVap> vaps = Json.list(object, "vaps", HostVap::read);
            final boolean more = object.has("more") && Json.bool(object, "more");
            if (more && vaps.isEmpty()) {
                throw new ProtocolException("an empty page says that more VAPs follow");
            }
            return new VapPage(vaps, more);
        }
    }

    VapHostClient(final JsonRpcHandler rpc) {
        this.rpc = rpc;
    }

    CompletionStage<DaemonInfo> info() {
        return ResultDecoder.call(rpc, "host.info", Json.newObject(), DaemonInfo::read);
    }

    /** Subscribes to all notifications. */
    CompletionStage<Boolean> subscribe() {
        final ObjectNode params = Json.newObject();
        params.put("enabled", true);
        return ResultDecoder.call(rpc, "vaps.subscribe", params, result -> Json.bool(result, "enabled"));
    }

    /**
     * Adds all VAPs to a list, page by page.
     *
     * @param list gets the VAPs of each page in the order of the messages, so it may get notifications in between
     */
    CompletionStage<Void> list(final VapList list) {
        return list(list, null, 0);
    }

    private CompletionStage<Void> list(final VapList list, final Mac after, final int listed) {
        final ObjectNode params = Json.newObject();
        if (after != null) {
            params.put("after", after.toString());
        }
        return ResultDecoder.call(rpc, "vaps.list", params, result -> {
            final VapPage page = VapPage.read(result);
            if (listed + page.vaps().size() > VapList.MAX_VAPS) {
                throw new ProtocolException("the host has more than " + VapList.MAX_VAPS + " VAPs");
            }
            for (final HostVap vap : page.vaps()) {
                list.add(vap);
            }
            return page;
        }).thenCompose(page -> page.more()
            ? list(list, page.vaps().get(page.vaps().size() - 1).bssid(), listed + page.vaps().size())
            : CompletableFuture.completedStage(null));
    }

    /**
     * Requests the stations that a VAP holds as authorized. Fails with {@link JsonRpcException} if the VAP has ended.
     */
    CompletionStage<Set<Mac>> authorizedStations(final Mac bssid) {
        final ObjectNode params = Json.newObject();
        params.put("bssid", bssid.toString());
        return ResultDecoder.call(rpc, "stations.list", params, VapHostClient::readAuthorized);
    }

    private static Set<Mac> readAuthorized(final ObjectNode result) throws ProtocolException {
        final Set<Mac> found = new HashSet<>();
        Json.list(result, "stations", station -> {
            final Mac mac = Mac.parse(Json.mac(station, "station"));
            return Json.bool(station, "authorized") && found.add(mac);
        });
        return found;
    }

    /**
     * Requests a channel switch.
     *
     * @param frequency centre frequency of the new channel, MHz
     * @param count number of beacons that announce the switch
     * @param limitMillis time limit of the answer, which comes at the end of the switch, ms
     * @return fails with a {@link RequestNotSentException} if {@link #MAX_SWITCHES} others are unanswered
     */
    CompletionStage<Void> switchChannel(final Mac bssid, final int frequency, final int count,
            final long limitMillis) {
        if (unansweredSwitches >= MAX_SWITCHES) {
            return CompletableFuture.failedStage(new RequestNotSentException(
                "channel.switch: the host has not answered " + MAX_SWITCHES + " channel switches"));
        }
        unansweredSwitches++;
        final ObjectNode params = Json.newObject();
        params.put("bssid", bssid.toString());
        params.put("frequency", frequency);
        params.put("count", count);
        final CompletionStage<ObjectNode> answer = rpc.call("channel.switch", params, limitMillis);
        final CompletionStage<Void> done = ResultDecoder.decodeAnswer("channel.switch", answer, result -> {
            final long now = Json.integer(result, "frequency", 0, 0xffff);
            if (now != frequency || !bssid.equals(HostVap.bssid(result))) {
                throw new ProtocolException("the answer is of VAP " + HostVap.bssid(result) + " and " + now
                    + " MHz, not of VAP " + bssid + " and " + frequency + " MHz");
            }
            return null;
        });
        return done.whenComplete((nothing, thrown) -> unansweredSwitches--);
    }
}
