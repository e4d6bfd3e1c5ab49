// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.ProbeEntries;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.FrameSender;
import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Lets VAPs answer the probe requests of stations that are not bound, through the WTP that receives the station best.
 * It binds no station and stores nothing: an entry ends two seconds after the last probe request. Its tables are
 * bounded; beyond that, probe requests are not answered, and beacons still show the VAPs.
 */
final class ProbeContacts {
    static final Duration ENTRY_TIME = Duration.ofSeconds(2);
    /** Pairs of a station and a VAP, open windows included. */
    static final int MAX_PROBES = 512;
    /** The same at one WTP, so that a flood there leaves room for stations elsewhere. */
    static final int MAX_PER_WTP = 128;
    /** How long to collect copies. A scanning station leaves the channel a few tens of ms after its request. */
    static final Duration WINDOW = Duration.ofMillis(5);
    private static final Duration FORWARD_LIMIT = Duration.ofMillis(100);

    /** A station that a VAP may answer. */
    private static final class Answered {
        private final Mac wtp;
        private final ContactWindow window;
        private final long signalsUntilNanos;
        private boolean confirmed;
        private long untilNanos;

        Answered(final ContactWindow window, final long untilNanos) {
            wtp = window.strongest().orElseThrow();
            this.window = window;
            signalsUntilNanos = untilNanos;
            this.untilNanos = untilNanos;
        }
    }

    private final Map<StationKey, ContactWindow> openWindows = new HashMap<>();
    private final Map<StationKey, Answered> entries = new HashMap<>();
    private final EventLoop loop;
    private final AssignmentSource assignments;
    private final ProbeEntries answers;
    private final FlowProgram flows;
    private final FrameSender sender;
    private final Counters counters;

    ProbeContacts(final EventLoop loop, final AssignmentSource assignments, final ProbeEntries answers,
            final FlowProgram flows, final FrameSender sender, final Counters counters) {
        this.loop = loop;
        this.assignments = assignments;
        this.answers = answers;
        this.flows = flows;
        this.sender = sender;
        this.counters = counters;
    }

    /**
     * Handles a copy of a probe request of a station that is not bound to the VAP.
     *
     * @param wtp the WTP that received it
     * @param signal its signal there, dBm
     * @param probe the frame
     */
    void receive(final StationKey key, final Mac wtp, final int signal, final ContactWindow.Frame probe) {
        final Answered entry = entries.get(key);
        if (entry != null) {
            // A copy by a slower backhaul comes after the window. It counts if the station is bound.
            entry.window.add(wtp, signal);
            if (!entry.wtp.equals(wtp)) {
                counters.countRefused("copy-of-another-wtp");
                return;
            }
            entry.untilNanos = loop.nanoTime() + ENTRY_TIME.toNanos();
            if (entry.confirmed) {
                forward(key, probe.data());
            }
        } else if (openWindows.containsKey(key)) {
            openWindows.get(key).add(wtp, signal);
            openWindows.get(key).replaceFrame(wtp, probe);
        } else if (isFull(wtp)) {
            counters.countRefused("too-many-probes");
        } else {
            final ContactWindow opened = new ContactWindow(probe);
            opened.add(wtp, signal);
            if (openWindows.isEmpty()) {
                loop.schedule(WINDOW, this::decide);
            }
            openWindows.put(key, opened);
        }
    }

    /**
     * Returns the signals of a station's probe requests for two seconds after the first of them; then none, as the
     * station may have moved.
     */
    List<SignalInput> signals(final StationKey key) {
        final Answered entry = entries.get(key);
        return entry == null || entry.signalsUntilNanos - loop.nanoTime() <= 0 ? List.of()
            : entry.window.inputs();
    }

    private boolean isFull(final Mac wtp) {
        return openWindows.size() + entries.size() >= MAX_PROBES
            || openWindows.values().stream().filter(window -> window.strongest().equals(Optional.of(wtp))).count()
            + entries.values().stream().filter(entry -> entry.wtp.equals(wtp)).count() >= MAX_PER_WTP;
    }

    /** Decides all windows that are open, so that a flood causes few changes of the flow rules. */
    private void decide() {
        final Map<StationKey, ContactWindow> windows = new HashMap<>(openWindows);
        openWindows.clear();
        final Map<StationKey, Answered> opened = new HashMap<>();
        windows.forEach((key, window) -> opened.put(key,
            new Answered(window, loop.nanoTime() + ENTRY_TIME.toNanos())));
        entries.putAll(opened);
        publish();
        loop.schedule(ENTRY_TIME, () -> expire(opened));
        loop.execute(() -> flows.confirm(opened.keySet()).forEach(confirmation ->
            confirmation.done().thenRunAsync(() -> confirmation.clients().forEach(key -> {
                final Answered entry = opened.get(key);
                if (entries.get(key) == entry) {
                    entry.confirmed = true;
                    windows.get(key).frame(loop.nanoTime(), FORWARD_LIMIT).ifPresent(frame -> forward(key, frame));
                }
            }), loop)));
    }

    private void forward(final StationKey key, final byte[] frame) {
        if (assignments.assignment().probes().containsKey(key)) {
            sender.send(assignments.assignment().vaps().get(key.bssid()).port(), frame);
        }
    }

    /** Removes the entries whose time has passed, and comes back for those that a later probe request extended. */
    private void expire(final Map<StationKey, Answered> some) {
        final Map<StationKey, Answered> extended = new HashMap<>(some);
        extended.values().removeIf(entry -> entry.untilNanos - loop.nanoTime() <= 0);
        some.forEach((key, entry) -> {
            if (!extended.containsKey(key)) {
                entries.remove(key, entry);
            }
        });
        if (extended.size() < some.size()) {
            publish();
        }
        extended.values().stream().mapToLong(entry -> entry.untilNanos).min().ifPresent(next ->
            loop.schedule(Duration.ofNanos(next - loop.nanoTime()), () -> expire(extended)));
    }

    private void publish() {
        answers.setProbes(entries.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().wtp)));
    }
}
