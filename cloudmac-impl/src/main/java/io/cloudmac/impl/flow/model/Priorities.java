// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

/** The priorities of CloudMAC's flow rules. They are above a switch's default rule, usually 0. */
public final class Priorities {
    /** Frames for the controller, by ethertype. */
    public static final int CONTROL = 3000;
    /** Markers of an LVNF that moves. */
    public static final int CHAIN_MARKER = 2950;
    /** Frames of a raw chain in a segment, and frames that an LVNF relays. */
    public static final int RAW_SEGMENT = 2900;
    /** Other frames with the VLAN id of a segment of a raw chain, which are dropped. */
    public static final int RAW_GUARD = 2850;
    /** Frames that an LVNF of a raw chain has processed. */
    public static final int RAW_EXIT = 2800;
    /** Other frames of ports of LVNFs in raw chains, which are dropped. */
    public static final int RAW_LVNF = 2750;
    /** Frames of a raw chain at its source. The number of bits that its match fixes is added, at most 300. */
    public static final int RAW_ENTRY = 2200;
    /** Frames to forward. */
    public static final int FORWARD = 2000;
    /** Beacons of neighbours and survey reports, which are forwarded. */
    public static final int NEIGHBOUR = 1900;
    /** Beacons at the ports of WTPs, which are dropped. */
    public static final int BEACON_OF_WTP = 1600;
    /** Beacons that no rule forwards; in the table of known beacons, the copies. */
    public static final int BEACON = 1500;
    /** Copies of a bound station's frames that another WTP received. */
    public static final int COPY = 1000;
    /** Uplink frames in the table of samples. */
    public static final int SAMPLE = 1000;
    /** Frames of stations that are not bound. */
    public static final int FIRST_CONTACT = 500;
    /** Frames of VAPs for stations that are not bound, also in the table of downlinks. */
    public static final int UNBOUND_DOWNLINK = 400;
    /** All other CloudMAC frames. */
    public static final int DEFAULT_DROP = 100;
    /** Frames of a chain in a segment. */
    public static final int CHAIN_SEGMENT = 80;
    /** Other frames with the VLAN id of a segment, which are dropped. */
    public static final int CHAIN_GUARD = 75;
    /** Frames that an LVNF of a chain has processed. */
    public static final int CHAIN_EXIT = 70;
    /** Other frames of ports of LVNFs, which are dropped. */
    public static final int CHAIN_LVNF = 65;
    /** Frames of the sources of chains. */
    public static final int CHAIN_SOURCE = 60;
    /** In the table of chains: frames of a chain. The number of bits that its match fixes is added, at most 500. */
    public static final int CHAIN_ENTRY = 1000;
    /** In the table of chains: frames of no chain. */
    public static final int CHAIN_NONE = 1;

    private Priorities() {
    }
}
