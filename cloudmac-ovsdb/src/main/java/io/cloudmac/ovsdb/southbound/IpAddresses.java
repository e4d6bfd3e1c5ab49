// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.google.common.net.InetAddresses;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.IpAddress;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Ipv4Address;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Ipv6Address;

/** Converts addresses to and from YANG. */
final class IpAddresses {
    private IpAddresses() {
    }

    static IpAddress of(final InetAddress address) {
        return address instanceof Inet4Address
            ? new IpAddress(new Ipv4Address(address.getHostAddress()))
            : new IpAddress(new Ipv6Address(address.getHostAddress()));
    }

    /** Returns the socket address without a name lookup. */
    static InetSocketAddress of(final IpAddress address, final int port) {
        return new InetSocketAddress(InetAddresses.forString(address.stringValue()), port);
    }

    /** Returns address and port as text. */
    static String text(final InetSocketAddress address) {
        return InetAddresses.toUriString(address.getAddress()) + ":" + address.getPort();
    }
}
