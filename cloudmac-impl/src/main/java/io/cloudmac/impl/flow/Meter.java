// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

/** The meters in front of the controller, one of each at every switch. */
public enum Meter {
    /** One a second comes from each WTP. */
    ANNOUNCEMENTS(4919, 200),
    /** One suffices per VAP. */
    BEACONS(4920, 200),
    /** First frames of stations; what is above waits for the station's next try. */
    FIRST_CONTACT(4921, 100),
    /** Copies for their signal, of all WTPs together; who sends much is sampled more often. */
    SAMPLES(4922, 500),
    /** Copies of those of known VAPs, of all of a switch: with 64 of them, each is heard every three seconds. */
    KNOWN_BEACONS(4923, 20);

    private final int number;
    private final int rate;

    Meter(final int number, final int rate) {
        this.number = number;
        this.rate = rate;
    }

    /** Its number at the switch. */
    public int number() {
        return number;
    }

    /** Frames per second that pass; as many may come at once. */
    public int rate() {
        return rate;
    }
}
