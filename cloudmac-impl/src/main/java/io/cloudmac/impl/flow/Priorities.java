// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

/** Priorities of the rules. Above the switch's own rules, which commonly have 0. */
final class Priorities {
    /** What is for the controller by its ethertype. */
    static final int CONTROL = 3000;
    /** Frames on their way. */
    static final int FORWARD = 2000;
    /** Beacons that no rule forwards; in their own table, those of known VAPs. */
    static final int BEACON = 1500;
    /** Copies of a bound station's frames that another WTP heard. */
    static final int COPY = 1000;
    /** In their own table: what WTPs send up. */
    static final int SAMPLE = 1000;
    /** Frames of stations that are not bound. */
    static final int FIRST_CONTACT = 500;
    /** All other CloudMAC frames. */
    static final int REST = 100;

    private Priorities() {
    }
}
