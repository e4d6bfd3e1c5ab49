// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import java.util.HexFormat;

/**
 * A MAC address (EUI-48).
 *
 * @param value its 48 bits, with the first octet as the most significant one
 */
public record Mac(long value) implements Comparable<Mac> {
    /** Length of an address, octets. */
    public static final int LENGTH = 6;
    public static final Mac BROADCAST = new Mac(0xffff_ffff_ffffL);
    public static final Mac NULL = new Mac(0);

    private static final long ALL = 0xffff_ffff_ffffL;

    public Mac {
        if ((value & ~ALL) != 0) {
            throw new IllegalArgumentException("a MAC address has 48 bits: " + Long.toHexString(value));
        }
    }

    /**
     * Reads the address at an offset of a buffer.
     *
     * @throws IndexOutOfBoundsException if fewer than six octets remain
     */
    public static Mac of(final byte[] octets, final int offset) {
        long value = 0;
        for (int i = 0; i < LENGTH; i++) {
            value = value << 8 | octets[offset + i] & 0xff;
        }
        return new Mac(value);
    }

    /**
     * Parses six hexadecimal octets separated by colons, in upper or lower case.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static Mac parse(final String text) {
        final byte[] octets = HexFormat.ofDelimiter(":").parseHex(text);
        if (octets.length != LENGTH) {
            throw new IllegalArgumentException("not a MAC address: " + text);
        }
        return of(octets, 0);
    }

    /** Returns true if this is a group address (multicast or broadcast). */
    public boolean isGroup() {
        return (value >> 40 & 1) != 0;
    }

    /** Returns true if all octets are zero. */
    public boolean isNull() {
        return value == 0;
    }

    /** Returns the last two octets, which are the VAP id of a BSSID. */
    public int lastTwoOctets() {
        return (int) (value & 0xffff);
    }

    /** Writes the six octets to an offset of a buffer. */
    public void put(final byte[] octets, final int offset) {
        for (int i = 0; i < LENGTH; i++) {
            octets[offset + i] = (byte) (value >> 8 * (LENGTH - 1 - i));
        }
    }

    @Override
    public int compareTo(final Mac other) {
        return Long.compare(value, other.value);
    }

    /** Returns the address in lower case with colons, the canonical form of the YANG models. */
    @Override
    public String toString() {
        final byte[] octets = new byte[LENGTH];
        put(octets, 0);
        return HexFormat.ofDelimiter(":").formatHex(octets);
    }
}
