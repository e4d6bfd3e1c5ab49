// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.openflow.BeaconCounters;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the lease of a VAP that vanished, if a WTP refuses the lease of another VAP.
 *
 * <p>The usual silence, ten seconds, is right as long as nobody needs the slot: a VAP with a hiccup keeps its lease,
 * and its stations their ACKs. But a new VAP at a full WTP is transmitted and never acknowledged for that time. So
 * while a lease is refused, this class watches the beacons of the VAPs that hold the leases of that WTP. It takes one
 * lease for each refused one, from the VAP that has been silent longest, after {@link #VANISHED}. A slot is thus free
 * within two seconds after a new VAP needs it. Each reading asks a switch for one small table.
 *
 * <p>A VAP whose lease was taken requests it again after its next beacon. It then waits for a slot like any other VAP.
 * It takes no lease of a VAP that sends, so two VAPs never take a slot from each other in turn.
 *
 * <p>Used on the event loop.
 */
final class SlotReclaimer {
    /**
     * How long a VAP's beacons must be missing. Beacons come every 0.1 s. A gap of a second occurs on a loaded machine,
     * and Open vSwitch counts up to half a second late.
     */
    static final Duration VANISHED = Duration.ofMillis(1500);
    /** Time between two readings, unless the time of a VAP ends earlier. */
    static final Duration PERIOD = Duration.ofMillis(250);

    private static final Logger LOG = LoggerFactory.getLogger(SlotReclaimer.class);

    private final BeaconSilence silence = new BeaconSilence();
    private final Set<Lease> refused = new HashSet<>();
    /** The leases that were taken, until their VAP sends again or needs none. */
    private final Set<Lease> taken = new HashSet<>();
    private final BeaconCounters counters;
    private final EventLoop loop;
    private final Supplier<Set<Lease>> holders;
    private final Consumer<Lease> take;
    private final Runnable returned;
    private boolean watching;

    /**
     * Creates a reclaimer.
     *
     * @param holders returns the held leases that may be taken, refused ones included
     * @param take releases a lease
     * @param returned runs when a VAP sends again whose lease was taken
     */
    SlotReclaimer(final EventLoop loop, final BeaconCounters counters, final Supplier<Set<Lease>> holders,
            final Consumer<Lease> take, final Runnable returned) {
        this.loop = loop;
        this.counters = counters;
        this.holders = holders;
        this.take = take;
        this.returned = returned;
    }

    /** Handles a held lease that its WTP refuses, or refuses no longer. */
    void leaseChanged(final Lease lease, final boolean isRefused) {
        if (isRefused) {
            refused.add(lease);
            watch();
        } else {
            refused.remove(lease);
        }
    }

    /** Forgets the refusals and the taken leases that nobody needs any more. Call it after each change of leases. */
    void retain(final Collection<Lease> needed) {
        refused.retainAll(needed);
        taken.retainAll(needed);
        if (!refused.isEmpty()) {
            watch();
        }
    }

    /** Returns the leases that were taken and must not be requested. */
    Set<Lease> taken() {
        return taken;
    }

    private void watch() {
        if (!watching) {
            watching = true;
            silence.clear();
            read();
        }
    }

    private void read() {
        final Set<Mac> vaps = Stream.concat(taken.stream(), watched().stream()).map(Lease::bssid)
            .collect(Collectors.toSet());
        if (vaps.isEmpty()) {
            watching = false;
            return;
        }
        final long requested = loop.nanoTime();
        counters.read(vaps).whenCompleteAsync((counts, failure) -> {
            silence.observe(failure == null ? counts : Map.of(), requested, loop.nanoTime());
            decide();
            loop.schedule(untilNextReading(), this::read);
        }, loop);
    }

    /** Returns the leases whose VAPs are watched: all at WTPs that refused a lease or had to release one. */
    private Set<Lease> watched() {
        final Set<Mac> wtps = Stream.concat(refused.stream(), taken.stream()).map(Lease::wtp)
            .collect(Collectors.toSet());
        return holders.get().stream().filter(lease -> wtps.contains(lease.wtp()) && !refused.contains(lease))
            .collect(Collectors.toSet());
    }

    private void decide() {
        final Map<Mac, Long> missing = refused.stream()
            .collect(Collectors.groupingBy(Lease::wtp, HashMap::new, Collectors.counting()));
        missing.forEach((wtp, count) -> {
            for (long i = 0; i < count; i++) {
                longestSilent(wtp).ifPresent(lease -> {
                    LOG.info("WTP {} releases the lease for {}: it has sent no beacon for {} ms, and another VAP needs"
                        + " the slot", wtp, lease.bssid(), silence.of(lease.bssid()).toMillis());
                    taken.add(lease);
                    take.accept(lease);
                });
            }
        });
        if (taken.removeIf(lease -> silence.hasMoved(lease.bssid()))) {
            returned.run();
        }
    }

    private Optional<Lease> longestSilent(final Mac wtp) {
        return watched().stream()
            .filter(lease -> lease.wtp().equals(wtp) && silence.of(lease.bssid()).compareTo(VANISHED) >= 0)
            .max(Comparator.comparing((Lease lease) -> silence.of(lease.bssid())).thenComparing(Lease::bssid));
    }

    private Duration untilNextReading() {
        return watched().stream().map(lease -> VANISHED.minus(silence.of(lease.bssid())))
            .filter(left -> !left.isNegative() && !left.isZero() && left.compareTo(PERIOD) < 0)
            .min(Comparator.naturalOrder()).orElse(PERIOD);
    }
}
