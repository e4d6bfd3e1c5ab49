// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import io.cloudmac.impl.graph.HeardSignal.RadioPlace;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.mobility.SignalTrack;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.SignalReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Keeps how radios hear transmitters, by the agents' reports. It forgets a transmitter that nobody has heard for
 * {@link #KEPT}. A report costs only the transmitters in it. Thread-safe.
 */
final class SignalMap {
    static final Duration KEPT = Duration.ofSeconds(60);
    /** An agent knows 1,024 transmitters, so this is what 64 WTPs hear without a common one. */
    static final int TRANSMITTERS = 65_536;

    private static final class TrackAtRadio {
        private final SignalTrack track = new SignalTrack();
        private long frames;
    }

    private static final class Transmitter {
        private final Map<RadioPlace, TrackAtRadio> places = new HashMap<>();
        private long atNanos;
    }

    /** The one that was silent longest comes first. */
    private final Map<Mac, Transmitter> transmitters = new LinkedHashMap<>();

    /** Records what a radio has heard. */
    synchronized void add(final SignalReport report, final long now) {
        for (final SignalReport.Station station : report.stations()) {
            final Mac address = Mac.parse(station.station());
            final Transmitter known = transmitters.remove(address);
            final Transmitter transmitter = known == null ? new Transmitter() : known;
            transmitters.put(address, transmitter);
            transmitter.atNanos = now;
            final TrackAtRadio heard = transmitter.places.computeIfAbsent(new RadioPlace(report.wtp(), report.radio()),
                unknown -> new TrackAtRadio());
            heard.track.report(station.lastDbm(), station.ewmaDbm(), station.frames(), now, KEPT);
            heard.frames = station.frames();
        }
        final Iterator<Transmitter> oldest = transmitters.values().iterator();
        while (oldest.hasNext() && (now - oldest.next().atNanos > KEPT.toNanos()
                || transmitters.size() > TRANSMITTERS)) {
            oldest.remove();
        }
    }

    /** Forgets everything. */
    synchronized void clear() {
        transmitters.clear();
    }

    /** Returns all transmitters. */
    synchronized List<Mac> transmitters() {
        return List.copyOf(transmitters.keySet());
    }

    /** Returns how a transmitter is heard, without what is older than {@link #KEPT}. */
    synchronized List<HeardSignal> of(final Mac address, final long now) {
        final Transmitter transmitter = transmitters.get(address);
        return transmitter == null ? List.of() : transmitter.places.entrySet().stream()
            .flatMap(entry -> signal(address, entry.getKey(), entry.getValue(), now)).toList();
    }

    private static Stream<HeardSignal> signal(final Mac address, final RadioPlace place, final TrackAtRadio heard,
            final long now) {
        final StationSignal signal = heard.track.signal(now);
        return signal.age().compareTo(KEPT) > 0 ? Stream.empty() : Stream.of(new HeardSignal(address, place,
            signal.average(), signal.last(), heard.frames, signal.age()));
    }
}
