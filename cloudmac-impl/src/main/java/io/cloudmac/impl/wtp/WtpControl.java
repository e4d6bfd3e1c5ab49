// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Controls the WTPs through their agents, except ACK leases. All methods are thread-safe and return at once.
 *
 * <p>The futures fail with {@link JsonRpcException} if the agent refused, {@link java.util.concurrent.TimeoutException}
 * if it did not answer, and {@link java.io.IOException} if there is no session. The message gives the reason.
 */
public interface WtpControl {
    /** Receives the signals of stations. */
    @FunctionalInterface
    interface SignalListener {
        /**
         * Handles a report. The reports come one at a time on a thread of their own. If a listener is slow, the
         * oldest reports are dropped.
         *
         * @param report the report of one radio
         */
        void onSignalReport(SignalReport report);
    }

    /**
     * Requests an agent's counters.
     *
     * @param wtp the WTP id
     */
    CompletionStage<AgentStats> stats(Mac wtp);

    /**
     * Reads how each radio of a WTP shares the air.
     *
     * @param wtp the WTP id
     */
    CompletionStage<List<AgentAirtime>> airtime(Mac wtp);

    /**
     * Changes how all radios of a WTP share the air, until its agent restarts.
     *
     * @param wtp the WTP id
     * @return completes when the agent has confirmed
     */
    CompletionStage<Void> setAirtime(Mac wtp, AirtimeChange change);

    /**
     * Reads the virtual stations for which a WTP holds a lease.
     *
     * @param wtp the WTP id
     */
    CompletionStage<List<AgentVirtualStation>> virtualStations(Mac wtp);

    /**
     * Reads the BSSs whose beacons or probe responses a WTP's radios for virtual stations receive.
     *
     * @param wtp the WTP id
     */
    CompletionStage<List<HeardBss>> heardNetworks(Mac wtp);

    /** Returns the WTPs whose session is up. */
    Set<Mac> sessions();

    /**
     * Calls a listener with each WTP whose session is up now, and again whenever a session opens. It may run on any
     * thread and must not block.
     */
    Registration listenToSessions(Consumer<Mac> opened);

    /**
     * Has all agents report signals, also in later sessions. The shortest interval that anybody wants applies.
     *
     * @param asker name of the part that wants them
     * @param intervalMillis interval, 20 to 60000 ms; 0: this part wants none, the default
     */
    void reportSignals(String asker, int intervalMillis);

    /**
     * Reads the radios of a WTP as they are now.
     *
     * @param wtp the WTP id
     */
    CompletionStage<List<AgentRadio>> radios(Mac wtp);

    /**
     * Has a radio of a WTP transmit frames of an address, or renews that. It acknowledges for the address too.
     *
     * @param wtp the WTP id
     * @param address the transmitter, a BSSID that no VAP has
     * @param radio the radio's number
     * @param duration how long, at least a second
     * @return completes when the radio is ready
     */
    CompletionStage<Void> lend(Mac wtp, Mac address, int radio, Duration duration);

    /** Ends what {@link #lend} has begun. Without a session, its duration ends it. */
    void endLoan(Mac wtp, Mac address, int radio);

    /** Adds a listener for signal reports of all WTPs. */
    void addSignalListener(SignalListener listener);

    /** Removes a listener. */
    void removeSignalListener(SignalListener listener);
}
