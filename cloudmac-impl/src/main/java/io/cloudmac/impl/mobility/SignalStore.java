// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.learned.StationKey;
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
 * How the WTPs hear the stations that are bound. Of others nothing is kept, and
 * of a station no more than {@link #WTPS} WTPs: the one that heard it longest
 * ago gives way. From any thread.
 */
final class SignalStore {
    static final int WTPS = 16;

    private final Map<StationKey, Map<Mac, SignalTrack>> tracks = new HashMap<>();
    private final Map<Mac, List<StationKey>> keys = new HashMap<>();
    private final Function<Mac, Duration> staleAfter;
    private Assignment assignment = Assignment.NOTHING;

    /** Has {@code staleAfter} tell by BSSID how old a signal may be. */
    SignalStore(final Function<Mac, Duration> staleAfter) {
        this.staleAfter = staleAfter;
    }

    /** Relates stations to VAPs from now on, and forgets those that are gone. */
    synchronized void follow(final Assignment now) {
        assignment = now;
        keys.clear();
        now.stations().keySet().forEach(
            key -> keys.computeIfAbsent(key.station(), station -> new ArrayList<>(1)).add(key));
        tracks.keySet().retainAll(now.stations().keySet());
        tracks.values().forEach(byWtp -> byWtp.keySet().retainAll(now.wtps().keySet()));
    }

    /** Forgets everything. */
    synchronized void clear() {
        tracks.clear();
    }

    /** A WTP reports: of a station that talks to several VAPs, for each of them. */
    synchronized void report(final Mac wtp, final Mac station, final int last, final double ewma,
            final long frames, final long now) {
        for (final StationKey key : keys.getOrDefault(station, List.of())) {
            if (assignment.wtps().containsKey(wtp)) {
                track(key, wtp).report(last, ewma, frames, now, staleAfter.apply(key.bssid()));
            }
        }
    }

    /** A WTP sent up a frame of a station to a VAP, or to all of its VAPs. */
    synchronized void sample(final Mac wtp, final Mac station, final int vap, final int dbm, final long now) {
        for (final StationKey key : keys.getOrDefault(station, List.of())) {
            if ((vap == RadioTag.VAP_ANY || vap == key.bssid().lastTwoOctets())
                    && assignment.wtps().containsKey(wtp)) {
                track(key, wtp).sample(dbm, now, staleAfter.apply(key.bssid()));
            }
        }
    }

    private SignalTrack track(final StationKey key, final Mac wtp) {
        final Map<Mac, SignalTrack> byWtp = tracks.computeIfAbsent(key, unknown -> new HashMap<>());
        if (!byWtp.containsKey(wtp) && byWtp.size() >= WTPS) {
            byWtp.entrySet().stream().min(Comparator.comparingLong(entry -> entry.getValue().at()))
                .map(Map.Entry::getKey).ifPresent(byWtp::remove);
        }
        return byWtp.computeIfAbsent(wtp, unknown -> new SignalTrack());
    }

    /** How the WTPs hear a station, those that have not for long among them. */
    synchronized Map<Mac, StationSignal> of(final StationKey key, final long now) {
        final Map<Mac, StationSignal> signals = new HashMap<>();
        tracks.getOrDefault(key, Map.of()).forEach((wtp, track) -> signals.put(wtp, track.signal(now)));
        return signals;
    }

    /** Of how many stations something is known. */
    synchronized int stationCount() {
        return tracks.size();
    }

    /** How many signals are known. */
    synchronized int signalCount() {
        return tracks.values().stream().mapToInt(Map::size).sum();
    }
}
