// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;

/**
 * What a decision is made of.
 *
 * @param reason why
 * @param inputs what was known of each WTP
 * @param thresholds that were applied; null: none
 */
public record Grounds(Reason reason, List<Input> inputs, Thresholds thresholds) {
    /** Why a station is served elsewhere. */
    public enum Reason {
        FIRST_CONTACT, OPERATOR, SIGNAL, WTP_LOST, NO_RADIO, DRAIN
    }

    /**
     * How a WTP heard the station.
     *
     * @param signal average or best, dBm; {@link io.cloudmac.impl.wire.RadioTag#LEVEL_UNKNOWN} where it did not tell
     * @param last signal of the last frame, likewise
     * @param samples of how many frames or reports
     * @param age since the last of them; null: not known
     * @param load stations that it served; negative: did not matter
     */
    public record Input(Mac wtp, int signal, int last, int samples, Duration age, int load) {
        /** A signal of which no more is known. */
        public static Input of(final Mac wtp, final int signal, final int samples) {
            return new Input(wtp, signal, signal, samples, null, -1);
        }
    }

    /**
     * The operator's thresholds, as {@code mobility} in the model says.
     *
     * @param hysteresis dB
     * @param dwell how long a station stays at least
     * @param margin dB within which WTPs are as good as each other
     * @param samples that a WTP must have
     * @param staleAfter how old they may be
     */
    public record Thresholds(int hysteresis, Duration dwell, int margin, int samples, Duration staleAfter) {
    }

    public Grounds {
        inputs = List.copyOf(inputs);
    }

    /** A reason, and nothing measured. */
    public static Grounds of(final Reason reason) {
        return new Grounds(reason, List.of(), null);
    }
}
