// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

/** The numbers of CloudMAC's flow tables. A frame that reaches the controller names the table that sent it. */
public final class FlowTables {
    /** The table where frames enter a switch. */
    public static final int INGRESS = 0;
    /** The table that sends copies of uplink frames to the controller, for their signal. */
    public static final int SAMPLES = 1;
    /** The table that sends copies of known VAPs' beacons to the controller, which show that a VAP has changed. */
    public static final int KNOWN_BEACONS = 2;
    /** The table that sends a VAP's frames to the controller if their station is not bound. */
    public static final int DOWNLINKS = 3;
    /** The table where the frames of a source of chains find their chain. */
    public static final int CHAINS = 4;

    private FlowTables() {
    }
}
