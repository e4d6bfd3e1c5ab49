// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds WTPs by their announcements, and detects WTPs that have fallen silent. It keeps the WTPs that were admitted
 * once, and forgets others {@link #KEPT} after their last announcement.
 */
@Component(service = { WtpDirectory.class, WtpDiscovery.class })
public final class WtpDiscovery implements WtpDirectory {
    /**
     * The status of a WTP.
     *
     * @param announcement its last announcement
     * @param port the switch port where the announcement came in
     * @param lastSeen the time of the announcement
     * @param up whether the WTP has shown a sign of life, of any kind, within three of its intervals
     */
    public record WtpStatus(Announcement announcement, PortId port, Instant lastSeen, boolean up) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(WtpDiscovery.class);
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(1);
    /** How long a WTP that was never admitted is kept after its last announcement, if it is lost. */
    static final Duration KEPT = Duration.ofMinutes(1);
    /** Announcements alone may be lost: they pass meters and the packet intake of the controller. */
    private static final int QUIET_INTERVALS = 2;
    private static final int LOST_INTERVALS = 3;
    /** Shortest time for the answer to a probe. On a busy machine it takes longer than the shortest intervals. */
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);
    /**
     * Longest restart of a switch. After it, other signs of life of a WTP behind the switch do not count: the switch
     * forwards no frames.
     */
    private static final Duration SWITCH_RESTART = Duration.ofSeconds(16);

    /**
     * A WTP, with times on the clock of the event loop, ns.
     *
     * @param status its status
     * @param sinceNanos the time of its first announcement at this port
     * @param announcedAtNanos the time of its last announcement
     */
    private record Sighting(WtpStatus status, long sinceNanos, long announcedAtNanos) {
    }

    private final List<WtpListener> listeners = new CopyOnWriteArrayList<>();
    private final Map<Mac, Sighting> sightings = new ConcurrentHashMap<>();
    /** The announcements of the WTPs among these that are up. */
    private final Map<Mac, Announcement> up = new ConcurrentHashMap<>();
    private final RivalPorts rivals = new RivalPorts();
    private final UnprovenWtps unproven = new UnprovenWtps();
    private final ExpectedPorts expected;
    /** Time of the last other sign of life, by WTP. */
    private final Map<Mac, Long> otherSignNanos = new ConcurrentHashMap<>();
    /** Time when a switch was last seen connected, by node id. */
    private final Map<String, Long> lastConnectedNanos = new HashMap<>();
    /** Time of the probe of each quiet WTP. */
    private final Map<Mac, Long> probedAtNanos = new HashMap<>();
    private final TopologyService topology;
    private final LearnedStore learned;
    private final Counters counters;
    private final EventLoop loop;
    private final Registration checking;

    /** Starts to check for silent WTPs. */
    @Activate
    public WtpDiscovery(@Reference final EventLoop loop, @Reference final Counters counters,
            @Reference final TopologyService topology, @Reference final LearnedStore learned) {
        this.loop = loop;
        this.counters = counters;
        this.topology = topology;
        this.learned = learned;
        expected = new ExpectedPorts(loop.nanoTime());
        checking = loop.every(CHECK_PERIOD, this::checkSilent);
    }

    @Deactivate
    void close() {
        checking.close();
    }

    /** Handles an announcement that came in at a port. Call it on the event loop. */
    void onAnnouncement(final PortId port, final Announcement announcement) {
        if (topology.network().isInterSwitch(port)) {
            counters.countRefused("announcement-in-transit");
            return;
        }
        final Mac wtp = announcement.wtp();
        final Sighting before = sightings.get(wtp);
        final Optional<PortId> own = before == null ? expectedPort(wtp) : livePort(before);
        if (own.isPresent() && !own.orElseThrow().equals(port)) {
            counters.countRefused("announcement-elsewhere");
            if (rivals.add(wtp, port, loop.nanoTime()) && before == null) {
                LOG.warn("WTP {} is announced at {}, but it was admitted at {}: waiting {} s for it there", wtp, port,
                    own.orElseThrow(), ExpectedPorts.PATIENCE.toSeconds());
            }
            return;
        }
        final Optional<String> refusal = isKnown(wtp) ? Optional.empty() : unproven.add(wtp, port);
        if (refusal.isPresent()) {
            counters.countRefused(refusal.orElseThrow());
            return;
        }
        final boolean hasMoved = before == null || !before.status.port().equals(port);
        up.put(wtp, announcement);
        sightings.put(wtp, new Sighting(new WtpStatus(announcement, port, Instant.now(), true),
            hasMoved ? loop.nanoTime() : before.sinceNanos, loop.nanoTime()));
        if (hasMoved) {
            rivals.remove(wtp, port);
            LOG.info("WTP {} ({}) announces itself at {}", wtp, announcement.name(), port);
        }
        if (hasMoved || !before.status.up() || !before.status.announcement().equals(announcement)) {
            listeners.forEach(listener -> listener.wtpChanged(announcement));
        }
    }

    /** Returns true if a WTP was admitted once. */
    private boolean isKnown(final Mac wtp) {
        return learned.learned().wtps().containsKey(wtp);
    }

    /** Returns the stored port of a WTP whose first announcement since the start may still come in there. */
    private Optional<PortId> expectedPort(final Mac wtp) {
        return Optional.ofNullable(learned.learned().wtps().get(wtp))
            .filter(port -> !topology.network().isInterSwitch(port) && expected.isExpectedAt(port, loop.nanoTime()));
    }

    /** Returns the port of a WTP if its announcements still come in there. */
    private Optional<PortId> livePort(final Sighting sighting) {
        return Optional.of(sighting.status.port()).filter(port -> sighting.status.up()
            && !topology.network().isInterSwitch(port)
            && !haveElapsed(sighting.announcedAtNanos, sighting, LOST_INTERVALS));
    }

    @Override
    public void reportAlive(final Mac wtp) {
        if (sightings.containsKey(wtp)) {
            otherSignNanos.put(wtp, loop.nanoTime());
        }
    }

    private boolean haveElapsed(final long sinceNanos, final Sighting sighting, final int intervals) {
        return loop.nanoTime() - sinceNanos
            >= sighting.status.announcement().interval().multipliedBy(intervals).toNanos();
    }

    /** Probes quiet WTPs before they count as lost: if the controller paused, their silence means nothing. */
    private void checkSilent() {
        final Set<String> connected = topology.network().connected();
        connected.forEach(node -> lastConnectedNanos.put(node, loop.nanoTime()));
        expected.connected(connected, loop.nanoTime());
        sightings.forEach((wtp, sighting) -> {
            final boolean isKnown = isKnown(wtp);
            if (isKnown) {
                unproven.remove(wtp);
            }
            if (!sighting.status.up()) {
                if (!isKnown && loop.nanoTime() - sighting.announcedAtNanos >= KEPT.toNanos()) {
                    forget(wtp);
                }
                return;
            }
            final long lastSignNanos = lastSignNanos(wtp, sighting);
            if (!haveElapsed(lastSignNanos, sighting, QUIET_INTERVALS)) {
                probedAtNanos.remove(wtp);
            } else if (probedAtNanos.putIfAbsent(wtp, loop.nanoTime()) == null) {
                listeners.forEach(listener -> listener.wtpQuiet(wtp));
            } else if (haveElapsed(lastSignNanos, sighting, LOST_INTERVALS)
                    && haveElapsed(probedAtNanos.get(wtp), sighting, 1)
                    && loop.nanoTime() - probedAtNanos.get(wtp) >= PROBE_TIMEOUT.toNanos()) {
                declareLost(wtp, sighting);
            }
        });
    }

    private long lastSignNanos(final Mac wtp, final Sighting sighting) {
        final long switchSeenNanos =
            lastConnectedNanos.getOrDefault(sighting.status.port().node(), sighting.announcedAtNanos);
        final Long lastOtherNanos = otherSignNanos.get(wtp);
        final boolean counts = lastOtherNanos != null && lastOtherNanos - sighting.announcedAtNanos >= 0
            && lastOtherNanos - switchSeenNanos <= SWITCH_RESTART.toNanos();
        return counts ? lastOtherNanos : sighting.announcedAtNanos;
    }

    private void declareLost(final Mac wtp, final Sighting sighting) {
        LOG.info("WTP {} ({}) is lost: no sign of life", wtp, sighting.status.announcement().name());
        probedAtNanos.remove(wtp);
        otherSignNanos.remove(wtp);
        final WtpStatus before = sighting.status;
        up.remove(wtp);
        sightings.put(wtp, new Sighting(new WtpStatus(before.announcement(), before.port(), before.lastSeen(), false),
            sighting.sinceNanos, sighting.announcedAtNanos));
        listeners.forEach(listener -> listener.wtpLost(wtp));
    }

    private void forget(final Mac wtp) {
        LOG.info("WTP {} is forgotten: it was never admitted", wtp);
        sightings.remove(wtp);
        up.remove(wtp);
        otherSignNanos.remove(wtp);
        rivals.forget(wtp);
        unproven.remove(wtp);
        listeners.forEach(listener -> listener.wtpForgotten(wtp));
    }

    /** Returns all WTPs that announced themselves since the start, lost ones included, forgotten ones not. */
    public Collection<WtpStatus> all() {
        return sightings.values().stream().map(Sighting::status).toList();
    }

    @Override
    public Map<Mac, Announcement> wtps() {
        return Collections.unmodifiableMap(up);
    }

    @Override
    public Optional<PortId> port(final Mac wtp) {
        return Optional.ofNullable(sightings.get(wtp)).map(Sighting::status).filter(WtpStatus::up)
            .map(WtpStatus::port);
    }

    @Override
    public Optional<PortId> rivalPort(final Mac wtp) {
        final Sighting sighting = sightings.get(wtp);
        // An announcement elsewhere shows the true port if the WTP's own one is between switches.
        if (sighting == null || !sighting.status.up()
                || topology.network().isInterSwitch(sighting.status.port())) {
            return Optional.empty();
        }
        // While the links are unknown, an announcement may pass a port between switches.
        return rivals.of(wtp, loop.nanoTime(), sighting.status.announcement().interval().multipliedBy(LOST_INTERVALS))
            .filter(port -> !topology.network().isInterSwitch(port));
    }

    @Override
    public boolean isSettled(final Mac wtp) {
        final Sighting sighting = sightings.get(wtp);
        return sighting != null && sighting.status.up() && haveElapsed(sighting.sinceNanos, sighting, LOST_INTERVALS)
            && rivalPort(wtp).isEmpty();
    }

    @Override
    public Registration listen(final WtpListener listener) {
        listeners.add(listener);
        loop.execute(() -> wtps().values().forEach(listener::wtpChanged));
        return () -> listeners.remove(listener);
    }
}
