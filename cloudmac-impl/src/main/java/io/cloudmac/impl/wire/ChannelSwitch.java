// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/** What controller and VAP hosts say to each other about channel switches (ethertype 0x1338, version 0x81). */
public final class ChannelSwitch {
    /** In the place of an announcement's version. */
    static final int VERSION = 0x81;

    private static final Mac SOURCE = new Mac(0x1238_434d_4143L);
    private static final int ETHERNET = 14;
    private static final int LENGTH = 14;
    private static final int PACKED = 60;
    private static final int REQUEST = 1;
    private static final int ANSWER = 2;

    /** How a switch stands. */
    public enum Stage {
        UNDER_WAY, DONE, REFUSED
    }

    /** Why there is none. */
    public enum RefusalReason {
        NONE("no reason given"),
        NO_VAP("no hostapd there has that BSSID"),
        NO_HOSTAPD("hostapd does not answer"),
        UNABLE("hostapd refuses"),
        UNFINISHED("hostapd announced it but did not switch in time"),
        BUSY("another one is under way"),
        OTHER("for a reason that is not known here");

        private final String text;

        RefusalReason(final String text) {
            this.text = text;
        }

        /** For the operator. */
        public String text() {
            return text;
        }

        private static RefusalReason of(final int octet) {
            return octet < OTHER.ordinal() ? values()[octet] : OTHER;
        }
    }

    /**
     * The controller asks for a switch, or how it stands.
     *
     * @param number of the request
     * @param frequency of the new channel, MHz
     * @param count beacons that announce it, 1 to 100
     */
    public record Request(int number, Mac bssid, int frequency, int count) {
        /** The Ethernet frame. */
        public byte[] toFrame() {
            final byte[] data = new byte[PACKED];
            bssid.put(data, 0);
            SOURCE.put(data, Mac.LENGTH);
            put16(data, 2 * Mac.LENGTH, AnnouncementParser.ETHERTYPE);
            data[ETHERNET] = (byte) VERSION;
            data[ETHERNET + 1] = REQUEST;
            put16(data, ETHERNET + 2, number);
            bssid.put(data, ETHERNET + 4);
            put16(data, ETHERNET + 10, frequency);
            data[ETHERNET + 12] = (byte) count;
            return data;
        }
    }

    /**
     * A VAP's host says how a switch stands.
     *
     * @param number of the request
     * @param frequency that was asked for, MHz
     */
    public record Answer(int number, Mac bssid, int frequency, Stage state, RefusalReason reason) {
        /**
         * Parses an Ethernet frame. Never reads past its end; what follows the message is not looked at.
         *
         * @throws FrameException with the reason to count the frame under
         */
        public static Answer parse(final byte[] data) throws FrameException {
            final int head = EthernetHeader.of(data, AnnouncementParser.ETHERTYPE, LENGTH).end();
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

    /** Whether a frame of the control ethertype is about a channel switch, of whatever version, not an announcement. */
    public static boolean is(final byte[] data) {
        final int at = EthernetHeader.isTagged(data) ? ETHERNET + EthernetHeader.VLAN_LENGTH : ETHERNET;
        return at < data.length && (data[at] & 0x80) != 0;
    }

    private static void put16(final byte[] data, final int at, final int value) {
        data[at] = (byte) (value >> 8);
        data[at + 1] = (byte) value;
    }
}
