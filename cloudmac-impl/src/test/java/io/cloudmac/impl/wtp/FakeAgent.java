// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.session.FakeControlServer;
import io.cloudmac.impl.session.TestPki;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.stream.Collectors;

/** A WTP agent without radios, which gives the answers that a test sets and records the requests. */
final class FakeAgent extends FakeControlServer {
    private static final String RADIOS = "[{\"index\":0,\"phy\":\"phy0\",\"address\":\"02:00:00:00:00:10\","
        + "\"frequency\":2412,\"power_dbm\":20,\"max_power_dbm\":20,\"active_monitor\":true,\"max_leases\":8,"
        + "\"bands\":[\"2.4\"]STATIONS},{\"index\":1,\"phy\":\"phy1\",\"address\":\"02:00:00:00:00:11\","
        + "\"frequency\":5180,\"power_dbm\":20,\"max_power_dbm\":23,\"active_monitor\":true,\"max_leases\":8,"
        + "\"bands\":[\"5\"]STATIONS}]";

    private final Mac wtp;
    private volatile String stations = "";

    FakeAgent(final Mac wtp, final TestPki pki, final TestPki.Identity identity) throws Exception {
        super(pki, identity);
        this.wtp = wtp;
        holds(Map.of());
        on("ack.lease", params -> "{\"bssid\":" + params.get("bssid") + ",\"radio\":" + params.get("radio")
            + ",\"ttl_ms\":" + params.get("ttl_ms") + ",\"created\":true}");
        on("ack.release", params -> "{\"released\":true}");
        on("announce.permit", params -> "{\"radio\":" + params.get("radio") + ",\"permitted\":"
            + params.get("bssids").size() + "}");
        on("announce.revoke", params -> "{\"revoked\":" + params.get("bssids").size() + "}");
        on("radio.set", params -> "{\"radio\":" + params.get("radio") + ",\"frequency\":" + params.get("frequency")
            + ",\"power_dbm\":20}");
        on("signal.subscribe", params -> "{\"interval_ms\":" + params.get("interval_ms") + "}");
    }

    /** Sets whether its radios serve virtual stations: "off", "pinned" or "free". */
    void serveStations(final String mode) {
        stations = ",\"stations\":\"" + mode + "\"";
    }

    /** Sets the leases of its second radio: the remaining time in ms, by VAP. */
    void holds(final Map<Mac, Long> leases) {
        final String all = leases.entrySet().stream().map(lease -> "{\"bssid\":\"" + lease.getKey()
            + "\",\"radio\":1,\"remaining_ms\":" + lease.getValue() + "}").collect(Collectors.joining(","));
        on("agent.info", params -> "{\"wtp\":\"" + wtp + "\",\"name\":\"fake\",\"version\":\"0\",\"protocol\":1,"
            + "\"uptime_ms\":1,\"wired\":[{\"ifname\":\"eth0\",\"address\":\"02:00:00:00:00:01\",\"mtu\":1700}],"
            + "\"radios\":" + RADIOS.replace("STATIONS", stations) + ",\"leases\":[" + all + "]}");
    }
}
