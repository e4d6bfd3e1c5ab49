// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapHostsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vap.hosts.VapHostBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.VapHostName;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;

/** The refusals of ambiguous and invalid addresses of VAP hosts, and the defaults of valid ones. */
class VapHostCheckTest {
    private static Cloudmac hosts(final VapHostBuilder... hosts) {
        return new CloudmacBuilder().setVapHosts(new VapHostsBuilder().setVapHost(
            Stream.of(hosts).map(VapHostBuilder::build).collect(BindingMap.toMap())).build()).build();
    }

    private static VapHostBuilder host(final String name, final String address) {
        return new VapHostBuilder().setName(new VapHostName(name)).setAddress(address);
    }

    private static List<String> violations(final VapHostBuilder... hosts) {
        return new VapHostCheck().violations(hosts(hosts));
    }

    @Test
    void hostsWithDifferentAddressesOrPortsAreValid() {
        assertEquals(List.of(), new VapHostCheck().violations(new CloudmacBuilder().build()));
        assertEquals(List.of(), violations(host("a", "192.0.2.1"), host("b", "192.0.2.2"),
            host("c", "192.0.2.1").setPort(Uint16.valueOf(4921)), host("d", "2001:db8::1")));
    }

    @Test
    void twoHostsAtOneAddressAndPortAreRefused() {
        assertEquals(List.of("VAP hosts [a, b] have the same address 192.0.2.1 and port 4920"),
            violations(host("a", "192.0.2.1"), host("b", "192.0.2.1").setPort(Uint16.valueOf(4920))));
        assertEquals(1, violations(host("a", "2001:db8::1"), host("b", "2001:DB8:0::1")).size(), "spelt differently");
    }

    @Test
    void anInvalidAddressIsRefused() {
        assertEquals(List.of("the address of VAP host a, 192.0.2, is not an IPv4 or IPv6 address"),
            violations(host("a", "192.0.2")));
    }

    @Test
    void aNameOutsideThePatternIsRefused() {
        for (final String name : List.of("", "north host", "north_1", "a:b", "a".repeat(64))) {
            assertThrows(IllegalArgumentException.class, () -> new VapHostName(name), name);
        }
        assertEquals("North-1.example", new VapHostName("North-1.example").getValue());
    }

    @Test
    void onlyEnabledHostsWithAnAddressGetSessions() {
        assertEquals(Map.of("a", new InetSocketAddress("192.0.2.1", 4920), "b", new InetSocketAddress("192.0.2.2", 7)),
            VapHosts.enabledBy(hosts(host("a", "192.0.2.1"), host("b", "192.0.2.2").setPort(Uint16.valueOf(7)),
                host("c", "192.0.2.3").setEnabled(false), host("d", "bad"))));
    }
}
