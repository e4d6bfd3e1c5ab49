// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.contact;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.List;

/**
 * A decision on where a station is served, with all that it was made of.
 *
 * @param number counted from the start of the controller
 * @param time when
 * @param station whose
 * @param from where it was served; null: nowhere
 * @param to where it was to be served
 * @param reason why
 * @param outcome what became of it
 * @param error what failed; null: nothing
 * @param inputs what was known of each WTP
 */
public record Decision(long number, Instant time, StationKey station, Mac from, Mac to, Reason reason,
        Outcome outcome, String error, List<Input> inputs) {
    /** Why a station is served elsewhere. */
    public enum Reason {
        FIRST_CONTACT, OPERATOR, SIGNAL, WTP_LOST
    }

    /** What became of a decision. */
    public enum Outcome {
        DONE, OBSERVED, KEPT, UNDONE
    }

    /**
     * How a WTP heard the station.
     *
     * @param signal dBm, {@link io.cloudmac.impl.wire.RadioTag#LEVEL_UNKNOWN} where it did not tell
     * @param samples of how many frames
     */
    public record Input(Mac wtp, int signal, int samples) {
    }

    public Decision {
        inputs = List.copyOf(inputs);
    }
}
