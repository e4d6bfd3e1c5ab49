// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** The meters that limit packets to the controller. One meter of each kind per switch, unless noted. */
public enum Meter {
    /** Announcements: one a second from each WTP. */
    ANNOUNCEMENTS(4919, 1, 200),
    /** Beacons of unknown VAPs: one per VAP is enough. */
    BEACONS(4920, 1, 200),
    /** First frames of stations at a switch. A frame above the limit is lost; the station tries again. */
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
     * Copies of hellos of known virtual stations, each with a meter of its own. Without a copy for ten seconds, a
     * virtual station counts as gone. So the frames of others must not use up its meter.
     */
    KNOWN_HELLOS(5948, 1024, 2),
    /** Frames of a VAP for stations that are not bound, with one meter per VAP. One frame binds a station again. */
    DOWNLINKS(6972, 1024, 10);

    /** Distance between the numbers that a meter can have at a switch. All meters of CloudMAC fit into it. */
    private static final int STEP = 4096;
    /** How many numbers a meter can have at a switch, where others use the first ones. */
    private static final int CHOICES = 8;

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
     * Returns the number of one of the meters of a kind. Kernels with little memory allow only some thousand numbers,
     * so there is none for each id of a VAP: ids with the same remainder share a meter.
     *
     * @param index an id or another index, not negative
     */
    public int number(final int index) {
        return first + index % count;
    }

    /** Returns how many meters of this kind a switch can have. */
    public int count() {
        return count;
    }

    /** Returns the limit in frames per second, which is also the burst size. */
    public int rate() {
        return rate;
    }

    /** Returns the kind of a meter; empty if it is not a meter of CloudMAC. */
    public static Optional<Meter> of(final int number) {
        final int offset = number - ANNOUNCEMENTS.first;
        if (offset < 0 || offset >= STEP * CHOICES) {
            return Optional.empty();
        }
        final int usual = ANNOUNCEMENTS.first + offset % STEP;
        return Arrays.stream(values())
            .filter(meter -> meter.first <= usual && usual < meter.first + meter.count)
            .findAny();
    }

    /** Returns the numbers that a meter can have, the usual one first. */
    public static IntStream alternatives(final int number) {
        final int usual = ANNOUNCEMENTS.first + (number - ANNOUNCEMENTS.first) % STEP;
        return IntStream.range(0, CHOICES).map(choice -> usual + choice * STEP);
    }
}
