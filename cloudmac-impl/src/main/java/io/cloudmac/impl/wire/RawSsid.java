// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An SSID: up to 32 octets of any value (IEEE Std 802.11-2020, 9.4.2.2). Two SSIDs are equal if their octets are.
 *
 * <p>Its text is printable and has one meaning: {@link #parse} returns the same octets. As {@code iw} does, it writes
 * an octet as {@code \xNN} if it is a backslash, not printable, or a space at either end. Unlike {@code iw}, it writes
 * printable characters of an SSID that is UTF-8 as they are.
 */
public final class RawSsid {
    /** Greatest number of octets. */
    public static final int MAXIMUM = 32;
    /** No SSID, or a hidden SSID. */
    public static final RawSsid NONE = new RawSsid(new byte[0]);

    private static final Pattern ESCAPE = Pattern.compile("\\\\x([0-9a-fA-F]{2})");
    private static final int FIRST_NOT_ASCII = 0x80;

    private final byte[] octets;

    private RawSsid(final byte[] octets) {
        this.octets = octets;
    }

    /**
     * Returns an SSID with a copy of these octets, {@link #NONE} if all are zero.
     *
     * @throws IllegalArgumentException if there are more than {@link #MAXIMUM}
     */
    public static RawSsid of(final byte[] octets) {
        if (octets.length > MAXIMUM) {
            throw new IllegalArgumentException("an SSID has at most " + MAXIMUM + " octets, not " + octets.length);
        }
        for (final byte octet : octets) {
            if (octet != 0) {
                return new RawSsid(octets.clone());
            }
        }
        return NONE;
    }

    /** Returns the SSID whose octets begin at {@code offset} of a frame; the caller has checked the length. */
    static RawSsid of(final byte[] data, final int offset, final int length) {
        return of(Arrays.copyOfRange(data, offset, offset + length));
    }

    /**
     * Returns the SSID that a text means: see {@link #octetsOf}.
     *
     * @throws IllegalArgumentException if it means more than {@link #MAXIMUM} octets
     */
    public static RawSsid of(final String text) {
        return of(octetsOf(text));
    }

    /** Returns the SSID that a text means: see {@link #octetsOf}. Empty if it means more than 32 octets. */
    public static Optional<RawSsid> parse(final String text) {
        final byte[] octets = octetsOf(text);
        return octets.length > MAXIMUM ? Optional.empty() : Optional.of(of(octets));
    }

    /**
     * Returns the octets that a text means, as many as there are. {@code \xNN} is an octet; every other character, also
     * a backslash that begins no such escape, stands for its UTF-8 octets.
     */
    public static byte[] octetsOf(final String text) {
        final ByteArrayOutputStream octets = new ByteArrayOutputStream();
        final Matcher escape = ESCAPE.matcher(text);
        int at = 0;
        while (escape.find()) {
            octets.writeBytes(text.substring(at, escape.start()).getBytes(StandardCharsets.UTF_8));
            octets.write(HexFormat.fromHexDigits(escape.group(1)));
            at = escape.end();
        }
        octets.writeBytes(text.substring(at).getBytes(StandardCharsets.UTF_8));
        return octets.toByteArray();
    }

    /** Returns true if there is no SSID, or a VAP hides it. */
    public boolean isEmpty() {
        return octets.length == 0;
    }

    /** Returns a copy of the octets. */
    public byte[] octets() {
        return octets.clone();
    }

    /** Returns the text, at most 128 ASCII characters or 32 octets of UTF-8 and escapes; empty without an SSID. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        final Optional<String> decoded = decoded();
        if (decoded.isPresent()) {
            decoded.orElseThrow().codePoints().forEach(point -> append(text, point));
        } else {
            for (final byte octet : octets) {
                append(text, octet & 0xff, octet >= 0);
            }
        }
        // Consoles and documents lose the spaces at the ends.
        if (text.length() > 0 && text.charAt(text.length() - 1) == ' ') {
            text.replace(text.length() - 1, text.length(), "\\x20");
        }
        if (text.length() > 0 && text.charAt(0) == ' ') {
            text.replace(0, 1, "\\x20");
        }
        return text.toString();
    }

    /** Returns the octets as UTF-8; empty if they are none. */
    private Optional<String> decoded() {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString());
        } catch (final CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static void append(final StringBuilder text, final int point) {
        if (point < FIRST_NOT_ASCII) {
            append(text, point, true);
        } else if (isVisible(point)) {
            text.appendCodePoint(point);
        } else {
            for (final byte octet : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                append(text, octet & 0xff, false);
            }
        }
    }

    private static void append(final StringBuilder text, final int octet, final boolean isAscii) {
        if (isAscii && octet >= ' ' && octet <= '~' && octet != '\\') {
            text.append((char) octet);
        } else {
            text.append("\\x").append(HexFormat.of().toHexDigits((byte) octet));
        }
    }

    /** Returns true for letters, marks, digits, punctuation and symbols: no control, format or unassigned character. */
    private static boolean isVisible(final int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE,
                Character.UNASSIGNED, Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR,
                Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof RawSsid ssid && Arrays.equals(octets, ssid.octets);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(octets);
    }
}
