// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;

/**
 * What led to a decision.
 *
 * @param reason the reason for the decision
 * @param inputs the signal of the station at each WTP
 * @param thresholds the thresholds that applied; null: none
 * @param user the account whose request led to it; null: none, or unknown
 */
public record SteeringTrigger(Reason reason, List<SignalInput> inputs, Thresholds thresholds, String user) {
    /** The reason for serving a station at another WTP. */
    public enum Reason {
        FIRST_CONTACT, OPERATOR, SIGNAL, WTP_LOST, NO_RADIO, DRAIN, LEASE_REFUSED, DOWNLINK
    }

    /**
     * The signal of the station at a WTP.
     *
     * @param wtp the WTP
     * @param signal average or best signal, dBm; {@link io.cloudmac.impl.wire.RadioTag#LEVEL_UNKNOWN} if not reported
     * @param last signal of the last frame, dBm or {@code LEVEL_UNKNOWN}
     * @param samples number of frames or reports
     * @param age time since the last of them; null: unknown
     * @param load number of stations that the WTP served; negative: not considered
     */
    public record SignalInput(Mac wtp, int signal, int last, int samples, Duration age, int load) {
        /** Returns an input without age and load. */
        public static SignalInput of(final Mac wtp, final int signal, final int samples) {
            return new SignalInput(wtp, signal, signal, samples, null, -1);
        }
    }

    /**
     * The operator's thresholds, see {@code mobility} in the model.
     *
     * @param hysteresis gain that another WTP must offer, dB
     * @param dwell shortest time between two handovers of a station
     * @param margin difference below which two signals count as equal, dB
     * @param samples number of samples that a WTP must have
     * @param staleAfter greatest age of a signal
     */
    public record Thresholds(int hysteresis, Duration dwell, int margin, int samples, Duration staleAfter) {
    }

    public SteeringTrigger {
        inputs = List.copyOf(inputs);
    }

    /** Creates a trigger that no account requested. */
    public SteeringTrigger(final Reason reason, final List<SignalInput> inputs, final Thresholds thresholds) {
        this(reason, inputs, thresholds, null);
    }

    /** Returns the same trigger, requested by an account; null: unknown. */
    public SteeringTrigger by(final String account) {
        return new SteeringTrigger(reason, inputs, thresholds, account);
    }

    /** Returns a trigger without measurements. */
    public static SteeringTrigger of(final Reason reason) {
        return new SteeringTrigger(reason, List.of(), null);
    }
}
