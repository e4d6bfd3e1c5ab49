// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import io.cloudmac.impl.session.FakeControlServer;
import io.cloudmac.impl.session.TestPki;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A VAP host's daemon without hostapd, which gives the answers that a test sets and records the requests. */
final class FakeDaemon extends FakeControlServer {
    private final String host;

    FakeDaemon(final String host, final TestPki pki, final TestPki.Identity identity) throws Exception {
        super(pki, identity);
        this.host = host;
        speak(1);
        on("vaps.subscribe", params -> "{\"enabled\":" + params.get("enabled") + "}");
        on("stations.list", params -> "{\"bssid\":" + params.get("bssid") + ",\"stations\":[]}");
        has();
    }

    /** Sets the version of its protocol. */
    void speak(final int protocol) {
        on("host.info", params -> "{\"host\":\"" + host + "\",\"version\":\"0.2\",\"protocol\":" + protocol
            + ",\"uptime_ms\":1}");
    }

    /** Sets its VAPs, in the order of their BSSIDs. It lists two on a page. */
    void has(final String... bssids) {
        on("vaps.list", params -> {
            final List<String> left = Stream.of(bssids).filter(bssid -> !params.has("after")
                || bssid.compareTo(params.get("after").textValue()) > 0).toList();
            return "{\"vaps\":[" + left.stream().limit(2).map(FakeDaemon::vap).collect(Collectors.joining(","))
                + "],\"more\":" + (left.size() > 2) + "}";
        });
    }

    /** Sends a notification. */
    void notify(final String method, final String params) {
        send("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    /** Returns a VAP as JSON. */
    static String vap(final String bssid) {
        return "{\"bssid\":\"" + bssid + "\",\"ssid\":\"net\",\"frequency\":2412,\"lower\":\"eth0\",\"vlan\":0,"
            + "\"radio\":\"vap0\",\"stations\":0}";
    }
}
