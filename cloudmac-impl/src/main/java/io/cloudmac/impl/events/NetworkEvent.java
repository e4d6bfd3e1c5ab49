// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import io.cloudmac.impl.wire.Mac;

/**
 * Something that has happened in the network. Members that do not apply are null. {@link #of} begins one, and the other
 * methods return the same event with one more member.
 *
 * @param kind what has happened
 * @param wtp the WTP; of a handover, the intended one
 * @param fromWtp the WTP that served the station before
 * @param vap the VAP
 * @param station the station or virtual station
 * @param port the switch port
 * @param name name of the WTP, network, VAP host, QoS policy or LVNF
 * @param user the account that requested it
 * @param text a reason or detail, for people
 */
public record NetworkEvent(EventKind kind, Mac wtp, Mac fromWtp, Mac vap, Mac station, String port, String name,
        String user, String text) {
    /** Greatest length of the text. */
    static final int LONGEST = 1000;

    public NetworkEvent {
        text = text == null || text.isEmpty() ? null : text.substring(0, Math.min(text.length(), LONGEST));
        name = name == null || name.isEmpty() ? null : name;
    }

    /** Returns an event without members. */
    public static NetworkEvent of(final EventKind kind) {
        return new NetworkEvent(kind, null, null, null, null, null, null, null, null);
    }

    /** Adds the WTP. */
    public NetworkEvent atWtp(final Mac mac) {
        return new NetworkEvent(kind, mac, fromWtp, vap, station, port, name, user, text);
    }

    /** Adds the WTP that served the station before. */
    public NetworkEvent from(final Mac mac) {
        return new NetworkEvent(kind, wtp, mac, vap, station, port, name, user, text);
    }

    /** Adds the VAP. */
    public NetworkEvent ofVap(final Mac bssid) {
        return new NetworkEvent(kind, wtp, fromWtp, bssid, station, port, name, user, text);
    }

    /** Adds the station. */
    public NetworkEvent ofStation(final Mac mac) {
        return new NetworkEvent(kind, wtp, fromWtp, vap, mac, port, name, user, text);
    }

    /** Adds the switch port. */
    public NetworkEvent atPort(final String switchPort) {
        return new NetworkEvent(kind, wtp, fromWtp, vap, station, switchPort, name, user, text);
    }

    /** Adds a name; an empty one is none. */
    public NetworkEvent named(final String given) {
        return new NetworkEvent(kind, wtp, fromWtp, vap, station, port, given, user, text);
    }

    /** Adds the account; null: unknown. */
    public NetworkEvent by(final String account) {
        return new NetworkEvent(kind, wtp, fromWtp, vap, station, port, name, account, text);
    }

    /** Adds a text, which is cut if it is too long; null or empty: none. */
    public NetworkEvent saying(final String detail) {
        return new NetworkEvent(kind, wtp, fromWtp, vap, station, port, name, user, detail);
    }
}
