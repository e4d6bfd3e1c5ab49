// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.graph.HeardSignal.RadioPlace;
import io.cloudmac.impl.graph.NeighbourSignals.NeighbourSignal;
import io.cloudmac.impl.openflow.FrameSender;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.NeighbourProbe;
import io.cloudmac.impl.wtp.AgentRadio;
import io.cloudmac.impl.wtp.WtpControl;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Has each radio send probes while somebody asks how the WTPs hear each other. A radio gets an address of its own for
 * that, as a lease that is renewed. All methods run in the event loop.
 */
final class NeighbourProbes {
    static final Duration LOAN = Duration.ofSeconds(30);
    static final Duration RENEWAL = Duration.ofSeconds(10);
    /** A WTP forwards 25 such frames a second of one transmitter. */
    static final Duration FASTEST = Duration.ofMillis(100);
    static final Duration SLOWEST = Duration.ofSeconds(1);

    /** A radio that sends, or will. */
    private static final class Sending {
        private final Mac address;
        private int frequency;
        private boolean isReady;

        Sending(final Mac address) {
            this.address = address;
        }
    }

    private final Map<RadioPlace, Sending> radios = new HashMap<>();
    private final Map<RadioPlace, String> silent = new HashMap<>();
    private final EventLoop loop;
    private final WtpControl control;
    private final AssignmentSource assignments;
    private final FrameSender sender;
    private Duration period = Duration.ZERO;
    private Registration timer = () -> { };
    private Registration renewal = () -> { };
    private int next;
    /** The number of the present measurement, by which late answers to an earlier one are known. */
    private int measurement;

    NeighbourProbes(final EventLoop loop, final WtpControl control, final AssignmentSource assignments,
            final FrameSender sender) {
        this.loop = loop;
        this.control = control;
        this.assignments = assignments;
        this.sender = sender;
    }

    /** Sends about four probes in each period of the readers; empty ends that. */
    void set(final Optional<Duration> readers) {
        final Duration wanted = readers.map(every -> limit(every.dividedBy(4))).orElse(Duration.ZERO);
        if (wanted.equals(period)) {
            return;
        }
        final boolean isNew = period.isZero();
        period = wanted;
        timer.close();
        if (wanted.isZero()) {
            stop();
            return;
        }
        if (isNew) {
            measurement++;
            borrow();
            renewal = loop.every(RENEWAL, this::borrow);
        }
        timer = loop.every(wanted, this::send);
    }

    private static Duration limit(final Duration wanted) {
        return wanted.compareTo(FASTEST) < 0 ? FASTEST : wanted.compareTo(SLOWEST) > 0 ? SLOWEST : wanted;
    }

    private void stop() {
        timer = () -> { };
        renewal.close();
        radios.forEach((place, sending) -> control.endLoan(place.wtp(), sending.address, place.radio()));
        radios.clear();
        silent.clear();
    }

    /** Gets or renews the addresses at all WTPs with a session. */
    private void borrow() {
        final int present = measurement;
        final Set<Mac> sessions = control.sessions();
        radios.keySet().removeIf(place -> !sessions.contains(place.wtp()));
        silent.keySet().removeIf(place -> !sessions.contains(place.wtp()));
        for (final Mac wtp : sessions) {
            if (assignments.assignment().wtps().containsKey(wtp)) {
                control.radios(wtp).whenCompleteAsync((found, failure) -> {
                    if (failure == null && present == measurement && !period.isZero()) {
                        borrow(wtp, found);
                    }
                }, loop);
            }
        }
    }

    private void borrow(final Mac wtp, final List<AgentRadio> found) {
        final Set<RadioPlace> gone = new HashSet<>(radios.keySet());
        for (final AgentRadio radio : found) {
            final RadioPlace place = new RadioPlace(wtp, radio.index());
            if (radio.isForVaps()) {
                gone.remove(place);
                final Sending sending = radios.computeIfAbsent(place, unknown ->
                    new Sending(NeighbourProbe.address(next++ % NeighbourProbe.ADDRESSES)));
                sending.frequency = radio.frequency();
                control.lend(wtp, sending.address, radio.index(), LOAN).whenCompleteAsync((done, failure) ->
                    lent(place, sending, failure), loop);
            }
        }
        gone.stream().filter(place -> place.wtp().equals(wtp)).forEach(place ->
            control.endLoan(wtp, radios.remove(place).address, place.radio()));
    }

    private void lent(final RadioPlace place, final Sending sending, final Throwable failure) {
        if (radios.get(place) != sending) {
            // The measurement has ended meanwhile.
            if (failure == null) {
                control.endLoan(place.wtp(), sending.address, place.radio());
            }
        } else if (failure == null) {
            silent.remove(place);
            if (!sending.isReady) {
                sending.isReady = true;
                send(place, sending);
            }
        } else {
            sending.isReady = false;
            silent.put(place, Failures.text(failure));
        }
    }

    private void send() {
        radios.forEach((place, sending) -> {
            if (sending.isReady) {
                send(place, sending);
            }
        });
    }

    private void send(final RadioPlace place, final Sending sending) {
        final PortId port = assignments.assignment().wtps().get(place.wtp());
        if (port != null) {
            sender.send(port, NeighbourProbe.frame(sending.address, sending.frequency));
        }
    }

    /** Returns how the radios are heard, by one WTP or by all. */
    NeighbourSignals signals(final SignalMap heard, final Optional<Mac> wtp) {
        final long now = loop.nanoTime();
        return new NeighbourSignals(radios.entrySet().stream().flatMap(entry ->
            heard.of(entry.getValue().address, now).stream()
                .filter(signal -> !signal.place().wtp().equals(entry.getKey().wtp())
                    && (wtp.isEmpty() || signal.place().wtp().equals(wtp.orElseThrow())))
                .map(signal -> new NeighbourSignal(entry.getKey(), entry.getValue().frequency, signal))).toList(),
            Map.copyOf(silent));
    }
}
