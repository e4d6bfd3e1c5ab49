// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * What the rest of the application can ask of the WTPs beside ACK leases. All methods may be called from any thread and
 * return at once.
 *
 * <p>The futures fail with {@link JsonRpcException} if the agent refused,
 * {@link java.util.concurrent.TimeoutException} if it did not answer, and {@link java.io.IOException} if
 * there is no session with it; the message says why in words.
 */
public interface WtpControl {
    /** Whoever wants to know how strongly stations are heard. */
    @FunctionalInterface
    interface SignalListener {
        /**
         * Called for each report, one at a time, on a thread of its own. While a listener is slow the oldest
         * reports are dropped.
         *
         * @param report one radio's samples
         */
        void onSignalReport(SignalReport report);
    }

    /**
     * Sets channel and power of a radio.
     *
     * @param wtp the WTP id
     * @param radio the radio's number
     * @param frequency channel centre, MHz; null: as it is
     * @param powerDbm transmit power, dBm; null: as it is
     * @return channel and power as they are then
     */
    CompletionStage<RadioSettings> setRadio(Mac wtp, int radio, Integer frequency, Integer powerDbm);

    /**
     * Asks for an agent's counters.
     *
     * @param wtp the WTP id
     */
    CompletionStage<AgentStats> stats(Mac wtp);

    /** The WTPs whose agents can be talked to. */
    Set<Mac> sessions();

    /**
     * Has all agents report signals, those included that come later.
     *
     * @param intervalMillis 20 to 60000; 0: not at all, as in the beginning
     */
    void reportSignals(int intervalMillis);

    /** Adds a listener for signal reports of all WTPs. */
    void addSignalListener(SignalListener listener);

    /** Removes a listener. */
    void removeSignalListener(SignalListener listener);
}
