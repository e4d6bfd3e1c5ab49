// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.openflow.BeaconCounters;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reclaims the lease of a VAP that vanished, if a WTP refuses the lease of another VAP.
 *
 * <p>A VAP counts as silent after ten seconds, so that one with a hiccup keeps its lease, and its stations their ACKs.
 * But a new VAP at a full WTP is transmitted and never acknowledged for that time. So while a lease is refused, this
 * class reads the beacon counters of the VAPs that hold the leases of that WTP. It reclaims one lease for each refused
 * one, from the VAP that has been silent longest, after {@link #VANISHED}. A slot is thus free within two seconds after
 * a new VAP needs it. Each reading asks a switch for one small table.
 *
 * <p>A VAP whose lease was reclaimed requests it again after its next beacon. It then waits for a slot like any other
 * VAP. No lease of a VAP that sends is reclaimed, so two VAPs never reclaim a slot from each other in turn.
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
    /** How long a WTP may take to grant the slot that became free. Meanwhile no other lease of it is reclaimed. */
    private static final Duration GRANT_LIMIT = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(SlotReclaimer.class);

    private final BeaconSilence silence = new BeaconSilence();
    private final Set<Lease> refused = new HashSet<>();
    /** The reclaimed leases, until their VAP sends again or needs none. */
    private final Set<Lease> reclaimed = new HashSet<>();
    /** When leases of WTPs were reclaimed whose waiting VAPs have not been granted theirs yet, ns. */
    private final Map<Mac, Long> reclaimedAt = new HashMap<>();
    private final BeaconCounters counters;
    private final EventLoop loop;
    private final Supplier<Set<Lease>> holders;
    private final Consumer<Lease> release;
    private final Runnable onReturn;
    private boolean watching;
    private boolean closed;

    /**
     * Creates a reclaimer.
     *
     * @param holders returns the held leases that may be reclaimed, refused ones included
     * @param release releases a lease
     * @param onReturn runs when a VAP sends again whose lease was reclaimed
     */
    SlotReclaimer(final EventLoop loop, final BeaconCounters counters, final Supplier<Set<Lease>> holders,
            final Consumer<Lease> release, final Runnable onReturn) {
        this.loop = loop;
        this.counters = counters;
        this.holders = holders;
        this.release = release;
        this.onReturn = onReturn;
    }

    /** Handles a held lease that its WTP refuses, also if it does so repeatedly, or refuses no longer. */
    void leaseChanged(final Lease lease, final boolean isRefused) {
        final boolean isRepeated = isRefused && refused.contains(lease);
        if (!isRepeated) {
            reclaimedAt.remove(lease.wtp());
        }
        if (closed) {
            return;
        }
        if (isRefused) {
            refused.add(lease);
            watch();
        } else {
            refused.remove(lease);
        }
    }

    /** Ends all readings. */
    void close() {
        closed = true;
        refused.clear();
        reclaimed.clear();
    }

    /** Forgets refusals and reclaimed leases that nobody needs any more. Call it after each change of leases. */
    void retain(final Predicate<Lease> isNeeded) {
        refused.removeIf(isNeeded.negate());
        reclaimed.removeIf(isNeeded.negate());
        if (!refused.isEmpty()) {
            watch();
        }
    }

    /** Returns the reclaimed leases, which must not be requested. */
    Set<Lease> reclaimed() {
        return reclaimed;
    }

    private void watch() {
        if (!watching) {
            watching = true;
            silence.clear();
            read();
        }
    }

    private void read() {
        final Set<Mac> vaps = Stream.concat(reclaimed.stream(), watched().stream()).map(Lease::bssid)
            .collect(Collectors.toSet());
        if (vaps.isEmpty()) {
            watching = false;
            return;
        }
        final long requested = loop.nanoTime();
        counters.read(vaps).whenCompleteAsync((counts, failure) -> {
            try {
                silence.observe(failure == null ? counts : Map.of(), requested, loop.nanoTime());
                decide();
            } finally {
                loop.schedule(untilNextReading(), this::read);
            }
        }, loop);
    }

    /** Returns the leases whose VAPs are watched: all at WTPs that refused a lease or had to release one. */
    private Set<Lease> watched() {
        final Set<Mac> wtps = Stream.concat(refused.stream(), reclaimed.stream()).map(Lease::wtp)
            .collect(Collectors.toSet());
        return holders.get().stream().filter(lease -> wtps.contains(lease.wtp()) && !refused.contains(lease))
            .collect(Collectors.toSet());
    }

    private void decide() {
        final Map<Mac, Long> missing = refused.stream()
            .collect(Collectors.groupingBy(Lease::wtp, HashMap::new, Collectors.counting()));
        reclaimedAt.values().removeIf(at -> loop.nanoTime() - at >= GRANT_LIMIT.toNanos());
        missing.keySet().removeAll(reclaimedAt.keySet());
        missing.forEach((wtp, count) -> {
            for (long i = 0; i < count; i++) {
                longestSilent(wtp).ifPresent(lease -> {
                    LOG.info("WTP {} releases the lease for {}: it has sent no beacon for {} ms, and another VAP needs"
                        + " the slot", wtp, lease.bssid(), silence.of(lease.bssid()).toMillis());
                    reclaimed.add(lease);
                    reclaimedAt.put(wtp, loop.nanoTime());
                    release.accept(lease);
                });
            }
        });
        if (reclaimed.removeIf(lease -> silence.hasMoved(lease.bssid()))) {
            onReturn.run();
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
