// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Keeps the signals of bound stations at the WTPs. It keeps at most {@link #WTPS} WTPs for each station, and replaces
 * the oldest signal first. Thread-safe.
 */
final class SignalStore {
    static final int WTPS = 16;

    private final Map<Client, Map<Mac, SignalTrack>> tracks = new HashMap<>();
    private final Map<Mac, List<StationKey>> keys = new HashMap<>();
    private final Function<Mac, Duration> staleAfter;
    private Assignment assignment = Assignment.NOTHING;

    /** Creates an empty store. {@code staleAfter} returns the greatest age of a signal, by BSSID. */
    SignalStore(final Function<Mac, Duration> staleAfter) {
        this.staleAfter = staleAfter;
    }

    /** Follows a new assignment, and forgets stations and WTPs that are gone. Only a lost WTP concerns all stations. */
    synchronized void follow(final Assignment now) {
        final Assignment before = assignment;
        assignment = now;
        VersionedMap.differing(before.stations(), now.stations()).forEach(key -> {
            keys.computeIfPresent(key.station(), (station, found) -> without(found, key));
            if (now.stations().containsKey(key)) {
                keys.computeIfAbsent(key.station(), station -> new ArrayList<>(1)).add(key);
            }
        });
        now.goneSince(before).forEach(tracks::remove);
        if (now.wtps() != before.wtps() && !now.wtps().keySet().containsAll(before.wtps().keySet())) {
            tracks.values().forEach(byWtp -> byWtp.keySet().retainAll(now.wtps().keySet()));
        }
    }

    private static List<StationKey> without(final List<StationKey> found, final StationKey key) {
        found.remove(key);
        return found.isEmpty() ? null : found;
    }

    /** Forgets everything. */
    synchronized void clear() {
        tracks.clear();
    }

    /** Records a WTP's report on a station, for each VAP to which the station is bound. */
    synchronized void report(final Mac wtp, final Mac station, final int last, final double ewma,
            final long frames, final long nowNanos) {
        for (final StationKey key : keys.getOrDefault(station, List.of())) {
            if (assignment.wtps().containsKey(wtp)) {
                track(key, wtp).report(last, ewma, frames, nowNanos, staleAfter.apply(key.bssid()));
            }
        }
    }

    /** Records a sample: a frame of a station to one VAP, or to all VAPs. */
    synchronized void sample(final Mac wtp, final Mac station, final int vap, final int dbm, final long nowNanos) {
        for (final StationKey key : keys.getOrDefault(station, List.of())) {
            if ((vap == RadioTag.VAP_ANY || vap == key.tagId())
                    && assignment.wtps().containsKey(wtp)) {
                track(key, wtp).sample(dbm, nowNanos, staleAfter.apply(key.bssid()));
            }
        }
    }

    /** Records the signal of a virtual station's BSS at a WTP, an average of the agent. */
    synchronized void bss(final Mac wtp, final VirtualClient client, final int dbm, final long atNanos) {
        if (assignment.wtps().containsKey(wtp) && assignment.service(client).isPresent()) {
            track(client, wtp).average(dbm, atNanos, staleAfter.apply(client.stack()));
        }
    }

    /** Forgets the signals of a virtual station. */
    synchronized void forget(final VirtualClient client) {
        tracks.remove(client);
    }

    private SignalTrack track(final Client client, final Mac wtp) {
        final Map<Mac, SignalTrack> byWtp = tracks.computeIfAbsent(client, unknown -> new HashMap<>());
        if (!byWtp.containsKey(wtp) && byWtp.size() >= WTPS) {
            byWtp.entrySet().stream().min(Comparator.comparingLong(entry -> entry.getValue().atNanos()))
                .map(Map.Entry::getKey).ifPresent(byWtp::remove);
        }
        return byWtp.computeIfAbsent(wtp, unknown -> new SignalTrack());
    }

    /** Returns the signals of a station by WTP, stale ones included. */
    synchronized Map<Mac, StationSignal> of(final Client client, final long nowNanos) {
        final Map<Mac, StationSignal> signals = new HashMap<>();
        tracks.getOrDefault(client, Map.of()).forEach((wtp, track) -> signals.put(wtp, track.signal(nowNanos)));
        return signals;
    }

    /** Returns the number of stations with a signal. */
    synchronized int stationCount() {
        return tracks.size();
    }

    /** Returns the number of signals. */
    synchronized int signalCount() {
        return tracks.values().stream().mapToInt(Map::size).sum();
    }
}
