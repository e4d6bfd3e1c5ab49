// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import com.google.common.net.InetAddresses;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.opendaylight.yangtools.yang.common.Uint16;

/** The configured addresses and ports of one kind of peer, by the names of the peers. */
public final class PeerAddresses {
    private final String kind;
    private final int defaultPort;
    private final List<String> violations = new ArrayList<>();
    private final Map<InetSocketAddress, TreeSet<String>> byAddress = new HashMap<>();

    /**
     * Starts without addresses.
     *
     * @param kind name of the kind, for violations
     * @param defaultPort the model's default
     */
    public PeerAddresses(final String kind, final int defaultPort) {
        this.kind = kind;
        this.defaultPort = defaultPort;
    }

    /** Returns true if a text is an IPv4 or IPv6 address. */
    public static boolean isAddress(final String address) {
        return address != null && InetAddresses.isInetAddress(address);
    }

    /** Returns a valid address and a port; null: the default. */
    public static InetSocketAddress of(final String address, final Uint16 port, final int defaultPort) {
        return new InetSocketAddress(InetAddresses.forString(address), port == null ? defaultPort : port.intValue());
    }

    /** Adds the address of a peer. */
    public void add(final String name, final String address, final Uint16 port) {
        if (isAddress(address)) {
            byAddress.computeIfAbsent(of(address, port, defaultPort), key -> new TreeSet<>()).add(name);
        } else {
            violations.add("the address of " + kind + " " + name + ", " + address
                + ", is not an IPv4 or IPv6 address");
        }
    }

    /** Returns one sentence for each address that is not valid, and for each that several peers have. */
    public List<String> violations() {
        final List<String> all = new ArrayList<>(violations);
        byAddress.forEach((address, names) -> {
            if (names.size() > 1) {
                all.add(kind + "s " + names + " have the same address " + address.getAddress().getHostAddress()
                    + " and port " + address.getPort());
            }
        });
        return all;
    }
}
