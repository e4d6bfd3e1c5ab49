// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.util.Arrays;
import java.util.Optional;

/** The meters that limit packets to the controller. One meter of each kind per switch, unless noted. */
public enum Meter {
    /** Announcements: one a second from each WTP. */
    ANNOUNCEMENTS(4919, 1, 200),
    /** Beacons of unknown VAPs: one per VAP is enough. */
    BEACONS(4920, 1, 200),
    /** First frames of stations. A frame above the limit is lost; the station tries again. */
    FIRST_CONTACT(4921, 1, 100),
    /** Samples of all WTPs together. A station that sends more is sampled more often. */
    SAMPLES(4922, 1, 500),
    /**
     * Copies of beacons of known VAPs, with one meter per VAP. The VAPs of a host send their beacons at the same time,
     * so a common meter would pass the same few VAPs each time.
     */
    KNOWN_BEACONS(4923, 1024, 1),
    /** Hellos of unknown virtual stations: one each is enough. */
    HELLOS(5947, 1, 200),
    /**
     * Copies of hellos of known virtual stations, with one meter per virtual station. Without a copy for ten seconds it
     * counts as gone, so beacons must not take the place of hellos.
     */
    KNOWN_HELLOS(5948, 256, 2);

    private final int first;
    private final int count;
    private final int rate;

    Meter(final int first, final int count, final int rate) {
        this.first = first;
        this.count = count;
        this.rate = rate;
    }

    /** Returns the number of the meter at a switch. */
    public int number() {
        return number(0);
    }

    /**
     * Returns the number of the meter of a VAP or a virtual station at a switch. Kernels with little memory allow only
     * some thousand numbers, so ids with the same remainder share a meter.
     */
    public int number(final int id) {
        return first + id % count;
    }

    /** Returns the limit in frames per second, which is also the burst size. */
    public int rate() {
        return rate;
    }

    /** Returns the kind of a meter; empty if it is not a meter of CloudMAC. */
    static Optional<Meter> of(final int number) {
        return Arrays.stream(values())
            .filter(meter -> meter.first <= number && number < meter.first + meter.count)
            .findAny();
    }
}
