// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A prefix of IPv4 or IPv6 addresses.
 *
 * @param address the first address in hexadecimal digits, with zeros after the prefix
 * @param length number of leading bits that must match
 */
public record IpPrefix(String address, int length) {
    private static final int IPV4_DIGITS = 8;

    /**
     * Parses a prefix, {@code 10.0.0.0/8} or {@code 2001:db8::/32}. Bits after the prefix count as zero.
     *
     * @throws IllegalArgumentException if it is not a prefix
     */
    public static IpPrefix parse(final String text) {
        final int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(text + " is not a prefix");
        }
        return of(InetAddresses.forString(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    }

    private static IpPrefix of(final InetAddress address, final int length) {
        final byte[] octets = address.getAddress();
        if (length < 0 || length > octets.length * Byte.SIZE) {
            throw new IllegalArgumentException(address.getHostAddress() + "/" + length + " is not a prefix");
        }
        for (int bit = length; bit < octets.length * Byte.SIZE; bit++) {
            octets[bit / Byte.SIZE] &= (byte) ~(0x80 >> bit % Byte.SIZE);
        }
        return new IpPrefix(HexFormat.of().formatHex(octets), length);
    }

    /** Returns true for a prefix of IPv4 addresses. */
    public boolean isIpv4() {
        return address.length() == IPV4_DIGITS;
    }

    /** Returns true if at least one address is in both prefixes. */
    public boolean overlaps(final IpPrefix other) {
        return address.length() == other.address.length()
            && Arrays.equals(bits(Math.min(length, other.length)), other.bits(Math.min(length, other.length)));
    }

    private byte[] bits(final int count) {
        final byte[] octets = HexFormat.of().parseHex(address);
        final byte[] bits = new byte[count];
        for (int bit = 0; bit < count; bit++) {
            bits[bit] = (byte) (octets[bit / Byte.SIZE] >> Byte.SIZE - 1 - bit % Byte.SIZE & 1);
        }
        return bits;
    }

    @Override
    public String toString() {
        try {
            return InetAddresses.toAddrString(InetAddress.getByAddress(HexFormat.of().parseHex(address))) + "/"
                + length;
        } catch (final UnknownHostException e) {
            throw new IllegalStateException("not an address: " + address, e);
        }
    }
}
