// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

/** The priorities of CloudMAC's flow rules. They are above a switch's default rule, usually 0. */
final class Priorities {
    /** Frames for the controller, by ethertype. */
    static final int CONTROL = 3000;
    /** Frames to forward. */
    static final int FORWARD = 2000;
    /** Beacons of neighbours and survey reports, which are forwarded. */
    static final int NEIGHBOUR = 1900;
    /** Beacons at the ports of WTPs, which are dropped. */
    static final int BEACON_OF_WTP = 1600;
    /** Beacons that no rule forwards; in the table of known beacons, the copies. */
    static final int BEACON = 1500;
    /** Copies of a bound station's frames that another WTP received. */
    static final int COPY = 1000;
    /** Uplink frames in the table of samples. */
    static final int SAMPLE = 1000;
    /** Frames of stations that are not bound. */
    static final int FIRST_CONTACT = 500;
    /** Frames of VAPs for stations that are not bound, also in the table of downlinks. */
    static final int UNBOUND_DOWNLINK = 400;
    /** All other CloudMAC frames. */
    static final int DEFAULT_DROP = 100;

    private Priorities() {
    }
}
