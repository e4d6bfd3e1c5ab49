// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.StationHello;
import io.cloudmac.impl.wtp.HeardBss;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the signals of virtual stations in what the WTPs receive: the signal of a virtual station at a WTP is that of
 * its BSS there, on the channel that the virtual station uses.
 */
final class BssSignals {
    /**
     * The BSS of a virtual station and its channel.
     *
     * @param frequency centre of the channel, MHz
     */
    record Bss(Mac bssid, int frequency) {
    }

    private final Map<VirtualClient, Bss> networks = new HashMap<>();
    private final SignalStore signals;

    BssSignals(final SignalStore signals) {
        this.signals = signals;
    }

    /** Follows the hellos of the virtual stations. Signals of a BSS that one has left do not count any more. */
    void follow(final Collection<StationHello> hellos) {
        final Map<VirtualClient, Bss> now = new HashMap<>();
        hellos.stream().filter(hello -> hello.isAssociated() && !hello.bssid().isNull() && hello.frequency() != 0)
            .forEach(hello -> now.put(new VirtualClient(hello.station()),
                new Bss(hello.bssid(), hello.frequency())));
        networks.forEach((station, before) -> {
            if (!before.equals(now.get(station))) {
                signals.forget(station);
            }
        });
        networks.clear();
        networks.putAll(now);
    }

    /** Returns true if no virtual station is associated. */
    boolean isEmpty() {
        return networks.isEmpty();
    }

    /**
     * Records what a WTP has received.
     *
     * @param nowNanos time of the event loop, ns
     */
    void heard(final Mac wtp, final List<HeardBss> heard, final Duration oldest, final long nowNanos) {
        final Map<Bss, HeardBss> strongest = new HashMap<>();
        heard.stream().filter(each -> each.signal().isPresent() && each.age().compareTo(oldest) <= 0).forEach(each ->
            strongest.merge(new Bss(each.bssid(), each.frequency()), each,
                (one, other) -> one.signal().orElseThrow() >= other.signal().orElseThrow() ? one : other));
        networks.forEach((station, bss) -> {
            final HeardBss found = strongest.get(bss);
            if (found != null) {
                signals.bss(wtp, station, found.signal().orElseThrow(), nowNanos - found.age().toNanos());
            }
        });
    }
}
