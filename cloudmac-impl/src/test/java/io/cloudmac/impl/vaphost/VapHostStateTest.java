// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.cloudmac.impl.discovery.FakeVapHostDirectory;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.VapHost;

/** The published state of VAP hosts. */
class VapHostStateTest {
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("192.0.2.1", 4920);

    private static VapHost host(final VapHostDetails status) {
        final FakeVapHostDirectory hosted = new FakeVapHostDirectory();
        hosted.addRival("north", BSSID);
        hosted.setSurplus("north", 3);
        return VapHostState.of(Map.of("north", status), hosted).nonnullVapHost().values().iterator().next();
    }

    @Test
    void anOpenSessionShowsItsVaps() {
        final VapHost host = host(new VapHostDetails(ADDRESS, SessionState.UP, "", Instant.EPOCH, "0.2.0",
            Map.of(BSSID, new HostVap(BSSID, RawSsid.of("net"), 2412, "", 0, "vap0", 3))));
        assertEquals("north", host.getName().getValue());
        assertEquals("192.0.2.1", host.getAddress());
        assertEquals(4920, host.getPort().intValue());
        assertEquals("0.2.0", host.getVersion());
        assertNull(host.getSession().getError());
        final var vap = host.nonnullVap().values().iterator().next();
        assertEquals(BSSID.toString(), vap.getBssid().getValue());
        assertEquals(2412, vap.getFrequency().intValue());
        assertNull(vap.getInterface());
        assertEquals(3, vap.getStations().intValue());
        assertEquals(Set.of("VAP " + BSSID + " belongs to another VAP host",
            "it names too many VAPs: 3 are refused, because a VAP host may have 256"), host.getProblem());
    }

    @ParameterizedTest
    @CsvSource({ "OFF,closed", "CONNECTING,connecting", "DOWN,closed", "REFUSED,refused", "UP,open" })
    void eachStateIsShown(final SessionState state, final String shown) {
        final VapHost host = host(new VapHostDetails(ADDRESS, state, "why", Instant.EPOCH, "", Map.of()));
        assertEquals(shown, host.getSession().getState().getName());
        assertEquals("why", host.getSession().getError());
        assertNull(host.getVersion());
    }
}
