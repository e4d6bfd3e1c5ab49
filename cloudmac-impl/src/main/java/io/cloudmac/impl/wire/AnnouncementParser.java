// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import io.cloudmac.impl.wire.Announcement.Radio;
import io.cloudmac.impl.wire.FrameException.FrameError;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A parser of WTP announcements (ethertype 0x1338). */
public final class AnnouncementParser {
    public static final int ETHERTYPE = 0x1338;

    private static final int VERSION = 1;
    private static final int HEADER_LENGTH = 12;
    private static final int INTERVAL_MINIMUM_MILLIS = 100;
    private static final int INTERVAL_MAXIMUM_MILLIS = 60000;
    private static final int NAME_MAXIMUM = 63;
    private static final int RADIO_LENGTH = 14;
    private static final int RADIOS_MAXIMUM = 16;

    private final byte[] data;
    private String name;
    private InetSocketAddress ipv4;
    private InetSocketAddress ipv6;
    private final List<Radio> radios = new ArrayList<>();

    private AnnouncementParser(final byte[] data) {
        this.data = data;
    }

    /**
     * Parses an Ethernet frame. Never reads past its end.
     *
     * @throws FrameException if the frame is malformed; its reason names the counter
     */
    public static Announcement parse(final byte[] data) throws FrameException {
        return new AnnouncementParser(data).parse();
    }

    private Announcement parse() throws FrameException {
        final int head = EthernetHeader.of(data, ETHERTYPE, HEADER_LENGTH).end();
        if (data[head] != VERSION) {
            throw new FrameException(FrameError.VERSION);
        }
        final int end = head + HEADER_LENGTH + EthernetHeader.be16(data, head + 2);
        if (end > data.length) {
            throw new FrameException(FrameError.SHORT);
        }
        final Mac wtp = Mac.of(data, head + 4);
        if (wtp.isNull() || wtp.isGroup()) {
            throw new FrameException(FrameError.ADDRESS);
        }
        final int interval = EthernetHeader.be16(data, head + 10);
        check(interval >= INTERVAL_MINIMUM_MILLIS && interval <= INTERVAL_MAXIMUM_MILLIS);

        int at = head + HEADER_LENGTH;
        while (at < end) {
            check(at + 2 <= end && at + 2 + (data[at + 1] & 0xff) <= end);
            parseElement(data[at] & 0xff, at + 2, data[at + 1] & 0xff);
            at += 2 + (data[at + 1] & 0xff);
        }
        while (at < data.length) {
            check(data[at++] == 0);
        }
        check(name != null && (ipv4 != null || ipv6 != null) && !radios.isEmpty());
        final List<InetSocketAddress> control = new ArrayList<>();
        if (ipv4 != null) {
            control.add(ipv4);
        }
        if (ipv6 != null) {
            control.add(ipv6);
        }
        return new Announcement(wtp, Duration.ofMillis(interval), name, control, radios);
    }

    private void parseElement(final int type, final int at, final int length) throws FrameException {
        switch (type) {
            case 1 -> {
                check(name == null && length >= 1 && length <= NAME_MAXIMUM);
                name = text(at, length);
            }
            case 2 -> {
                check(ipv4 == null);
                ipv4 = address(at, length, 4);
            }
            case 3 -> {
                check(ipv6 == null);
                ipv6 = address(at, length, 16);
            }
            case 4 -> {
                check(length == RADIO_LENGTH && radios.size() < RADIOS_MAXIMUM);
                final int index = data[at] & 0xff;
                check(radios.stream().noneMatch(radio -> radio.index() == index));
                final Mac address = Mac.of(data, at + 1);
                check(!address.isNull() && !address.isGroup());
                radios.add(new Radio(index, address, EthernetHeader.be16(data, at + 7), data[at + 9],
                    data[at + 10], data[at + 11] & 0xff, data[at + 12] & 0xff, data[at + 13] & 0xff));
            }
            default -> {
                // An element of a later version is skipped.
            }
        }
    }

    /** Decodes a name. Its exception has no cause, like all exceptions of the parsers. */
    @SuppressWarnings("checkstyle:AvoidHidingCauseException")
    private String text(final int at, final int length) throws FrameException {
        final String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data, at, length)).toString();
        } catch (final CharacterCodingException e) {
            throw new FrameException(FrameError.TLV);
        }
        check(text.codePoints().noneMatch(Character::isISOControl));
        return text;
    }

    private InetSocketAddress address(final int at, final int length, final int octets) throws FrameException {
        check(length == octets + 2);
        final int port = EthernetHeader.be16(data, at + octets);
        check(port != 0);
        try {
            final InetAddress address = InetAddress.getByAddress(Arrays.copyOfRange(data, at, at + octets));
            check(!address.isAnyLocalAddress() && !address.isMulticastAddress());
            check(octets != 4 || (data[at] & 0xff) < 224);
            return new InetSocketAddress(address, port);
        } catch (final UnknownHostException e) {
            throw new IllegalStateException("addresses of 4 and 16 octets are valid", e);
        }
    }

    private static void check(final boolean good) throws FrameException {
        if (!good) {
            throw new FrameException(FrameError.TLV);
        }
    }
}
