// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import io.cloudmac.impl.wire.FrameException.FrameError;

/** The channel switch messages between controller and VAP hosts (ethertype 0x1338, version 0x81). */
public final class ChannelSwitch {
    /** The first octet of a message, at the offset of an announcement's version. */
    static final int VERSION = 0x81;

    private static final Mac SOURCE = new Mac(0x1238_434d_4143L);
    private static final int HEADER_LENGTH = 14;
    private static final int BODY_LENGTH = 14;
    private static final int PADDED_LENGTH = 60;
    private static final int REQUEST = 1;
    private static final int ANSWER = 2;

    /** The state of a channel switch. */
    public enum Stage {
        UNDER_WAY, DONE, REFUSED
    }

    /** Why a host refuses a channel switch. */
    public enum RefusalReason {
        NONE("no reason given"),
        NO_VAP("no hostapd on its host has that BSSID"),
        NO_HOSTAPD("hostapd does not answer"),
        UNABLE("hostapd refuses"),
        UNFINISHED("hostapd announced the switch but did not complete it in time"),
        BUSY("another channel switch is under way"),
        OTHER("unknown reason");

        private final String text;

        RefusalReason(final String text) {
            this.text = text;
        }

        /** Returns the reason in words for the operator. */
        public String text() {
            return text;
        }

        private static RefusalReason of(final int octet) {
            return octet < OTHER.ordinal() ? values()[octet] : OTHER;
        }
    }

    /**
     * A request of the controller to switch the channel, or to report the state of the switch.
     *
     * @param number number of the request, 16 bits
     * @param bssid the VAP
     * @param frequency centre frequency of the new channel, MHz
     * @param count number of beacons that announce the switch, 1 to 100
     */
    public record Request(int number, Mac bssid, int frequency, int count) {
        /** Returns the Ethernet frame, padded to 60 octets. */
        public byte[] toFrame() {
            final byte[] data = new byte[PADDED_LENGTH];
            bssid.put(data, 0);
            SOURCE.put(data, Mac.LENGTH);
            put16(data, 2 * Mac.LENGTH, AnnouncementParser.ETHERTYPE);
            data[HEADER_LENGTH] = (byte) VERSION;
            data[HEADER_LENGTH + 1] = REQUEST;
            put16(data, HEADER_LENGTH + 2, number);
            bssid.put(data, HEADER_LENGTH + 4);
            put16(data, HEADER_LENGTH + 10, frequency);
            data[HEADER_LENGTH + 12] = (byte) count;
            return data;
        }
    }

    /**
     * The answer of a VAP's host with the state of a channel switch.
     *
     * @param number number of the request
     * @param bssid the VAP
     * @param frequency centre frequency in the request, MHz
     * @param state the state of the switch
     * @param reason why the host refuses the switch
     */
    public record Answer(int number, Mac bssid, int frequency, Stage state, RefusalReason reason) {
        /**
         * Parses an Ethernet frame. Never reads past its end, and ignores octets after the message.
         *
         * @throws FrameException if the frame is malformed; its reason names the counter
         */
        public static Answer parse(final byte[] data) throws FrameException {
            final int head = EthernetHeader.of(data, AnnouncementParser.ETHERTYPE, BODY_LENGTH).end();
            if ((data[head] & 0xff) != VERSION) {
                throw new FrameException(FrameError.VERSION);
            }
            if (data[head + 1] != ANSWER) {
                throw new FrameException(FrameError.KIND);
            }
            final Mac bssid = Mac.of(data, head + 4);
            if (bssid.isNull() || bssid.isGroup() || bssid.lastTwoOctets() == RadioTag.VAP_ANY) {
                throw new FrameException(FrameError.ADDRESS);
            }
            final int frequency = EthernetHeader.be16(data, head + 10);
            final int state = data[head + 12] & 0xff;
            if (frequency == 0 || state < 1 || state > Stage.values().length) {
                throw new FrameException(FrameError.TLV);
            }
            return new Answer(EthernetHeader.be16(data, head + 2), bssid, frequency, Stage.values()[state - 1],
                RefusalReason.of(data[head + 13] & 0xff));
        }
    }

    private ChannelSwitch() {
    }

    /** Returns true if a frame of ethertype 0x1338 is a channel switch message, of any version. */
    public static boolean isChannelSwitch(final byte[] data) {
        final int at = EthernetHeader.isTagged(data) ? HEADER_LENGTH + EthernetHeader.VLAN_LENGTH : HEADER_LENGTH;
        return at < data.length && (data[at] & 0x80) != 0;
    }

    private static void put16(final byte[] data, final int at, final int value) {
        data[at] = (byte) (value >> 8);
        data[at + 1] = (byte) value;
    }
}
