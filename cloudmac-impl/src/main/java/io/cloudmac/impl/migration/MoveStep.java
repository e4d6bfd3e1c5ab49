// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import java.time.Duration;
import java.util.Locale;

/**
 * A step of a migration from node A to node B. Until {@link #STEER}, all frames go to A, so a failure leaves no trace.
 * From then on B keeps frames, and a failure leads them back to A, where the state is. Once B may have processed a
 * frame, the migration can only go on.
 */
enum MoveStep {
    /** B adds the LVNF, and keeps the frames that come. */
    PREPARE(Duration.ofSeconds(60)),
    /** The switches get all rules but those that lead frames to B. */
    LAY(Duration.ofSeconds(15)),
    /** State is copied from A to B while A works. */
    COPY(Duration.ofSeconds(60)),
    /** The gates get to know the markers. */
    EXPECT(Duration.ofSeconds(5)),
    /** Each rule that leads frames to A changes once. */
    STEER(Duration.ofSeconds(5)),
    /** The datapaths of the switches with these rules follow. */
    SETTLE(Duration.ofSeconds(5)),
    /** A marker follows the last frame on each way to A, and all have come. */
    MARK(Duration.ofSeconds(5)),
    /** A stops to process, and relays late frames to B; markers leave its outputs. */
    RELAY(Duration.ofSeconds(5)),
    /** State that has changed since the copy follows, and the markers have reached where both ways join. */
    FOLLOW(Duration.ofSeconds(20)),
    /** B processes what it has kept up to now, and the switches make the flows behind it. Later frames wait. */
    PASS(Duration.ofSeconds(1)),
    /** B processes all that comes. */
    RELEASE(Duration.ofSeconds(5)),
    /** Late frames have time to come. */
    DRAIN(Duration.ofSeconds(10)),
    /** A and its rules go. */
    CLEAN(Duration.ofSeconds(5)),
    /** The end: the LVNF is at B. */
    MOVED(Duration.ZERO),

    /** After a failure: A processes frames again. */
    RESUME(Duration.ofSeconds(5)),
    /** After a failure: B relays to A what it has kept and what still comes. */
    RETURN(Duration.ofSeconds(5)),
    /** After a failure: the rules lead frames to A again. */
    STEER_BACK(Duration.ofSeconds(15)),
    /** After a failure: late frames have time to come. */
    DRAIN_BACK(Duration.ofSeconds(10)),
    /** After a failure: B and its rules go. */
    CLEAN_BACK(Duration.ofSeconds(5)),
    /** The end after a failure: the LVNF is at A. */
    STAYED(Duration.ZERO);

    /** How often a step is tried that must not be left out. */
    static final int TRIES = 5;

    private final Duration limit;

    MoveStep(final Duration limit) {
        this.limit = limit;
    }

    /** Returns how long a try of the step takes at most. */
    Duration limit() {
        return limit;
    }

    /** Returns true if there is no step after this one. */
    boolean isEnd() {
        return this == MOVED || this == STAYED;
    }

    /** Returns true if the configuration may still take the migration back without a trace. */
    boolean isEarly() {
        return compareTo(STEER) < 0;
    }

    /** Returns true if the step is tried again after a failure, because the network needs what it does. */
    boolean isRepeated() {
        return compareTo(RELEASE) >= 0;
    }

    /** Returns the step after this one. */
    MoveStep next() {
        return values()[ordinal() + 1];
    }

    /** Returns the step that follows if this one has failed, and its last repetition too. */
    MoveStep afterFailure() {
        return switch (this) {
            case PREPARE, LAY, COPY, EXPECT -> CLEAN_BACK;
            case STEER, SETTLE, MARK -> RETURN;
            case RELAY, FOLLOW -> RESUME;
            // A cannot be reached, and does not process frames: B does so with the state that it has.
            case RESUME -> RELEASE;
            default -> next();
        };
    }

    /** Returns its name in the model. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
