// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.util.Arrays;
import java.util.Optional;

/** The meters in front of the controller, of each kind one at a switch but where it is said. */
public enum Meter {
    /** One a second comes from each WTP. */
    ANNOUNCEMENTS(4919, 1, 200),
    /** One suffices per VAP. */
    BEACONS(4920, 1, 200),
    /** First frames of stations; what is above waits for the station's next try. */
    FIRST_CONTACT(4921, 1, 100),
    /** Copies for their signal, of all WTPs together; who sends much is sampled more often. */
    SAMPLES(4922, 1, 500),
    /**
     * Copies of those of known VAPs: a VAP has one of its own. The VAPs of a host send
     * theirs all at one time, so of one meter for all the same few would be heard
     * each time.
     */
    KNOWN_BEACONS(4923, 1024, 1);

    private final int first;
    private final int count;
    private final int rate;

    Meter(final int first, final int count, final int rate) {
        this.first = first;
        this.count = count;
        this.rate = rate;
    }

    /** Its number at the switch. */
    public int number() {
        return number(0);
    }

    /**
     * The number of one of several at the switch. Kernels of little memory take numbers
     * of some thousands only, so VAPs a multiple of 1,024 apart have one in common.
     */
    public int number(final int vap) {
        return first + vap % count;
    }

    /** Frames per second that pass; as many may come at once. */
    public int rate() {
        return rate;
    }

    /** The kind of a meter; empty where it is none of ours. */
    static Optional<Meter> of(final int number) {
        return Arrays.stream(values())
            .filter(meter -> meter.first <= number && number < meter.first + meter.count)
            .findAny();
    }
}
