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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds WTPs by their announcements, and notices when they fall silent. */
@Component(service = { WtpDirectory.class, WtpDiscovery.class })
public final class WtpDiscovery implements WtpDirectory {
    /**
     * A WTP that has been heard.
     *
     * @param announcement what it said last
     * @param port where
     * @param lastSeen when
     * @param up whether it has given a sign of life, this or another, within three of its intervals
     */
    public record WtpStatus(Announcement announcement, PortId port, Instant lastSeen, boolean up) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(WtpDiscovery.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final int MAXIMUM = 1024;
    /** Announcements may be lost where all else is well: they pass meters, and the controller's intake. */
    private static final int QUIET_INTERVALS = 2;
    private static final int LOST_INTERVALS = 3;
    /** A busy machine that has an agent, or us, wait needs more than the shortest intervals. */
    private static final Duration ANSWER = Duration.ofSeconds(2);
    /** A switch starts anew within it, or is gone, and nothing goes through it whatever an agent behind it says. */
    private static final Duration SWITCH_AWAY = Duration.ofSeconds(16);

    /** A WTP with the moment on the loop's clock when it was heard. */
    private record Sighting(WtpStatus status, long at) {
    }

    private final List<WtpListener> listeners = new CopyOnWriteArrayList<>();
    private final Map<Mac, Sighting> heard = new ConcurrentHashMap<>();
    /** When those that are up gave a sign of life other than an announcement. */
    private final Map<Mac, Long> alive = new ConcurrentHashMap<>();
    /** When switches were seen to be connected. */
    private final Map<String, Long> connected = new HashMap<>();
    /** When those that are quiet were asked for one. */
    private final Map<Mac, Long> asked = new HashMap<>();
    private final TopologyService topology;
    private final LearnedStore learned;
    private final Counters counters;
    private final EventLoop loop;
    private final Registration ticking;

    /** Begins to listen. */
    @Activate
    public WtpDiscovery(@Reference final EventLoop loop, @Reference final Counters counters,
            @Reference final LearnedStore learned, @Reference final TopologyService topology) {
        this.loop = loop;
        this.counters = counters;
        this.learned = learned;
        this.topology = topology;
        ticking = loop.every(TICK, this::expire);
    }

    @Deactivate
    void close() {
        ticking.close();
    }

    /** An announcement came in at a port; on the event loop. */
    void announced(final PortId port, final Announcement announcement) {
        if (topology.network().isInterSwitch(port)) {
            counters.refused("announcement-in-transit");
            return;
        }
        final Mac wtp = announcement.wtp();
        final Sighting before = heard.get(wtp);
        if (before == null && heard.size() >= MAXIMUM) {
            counters.refused("too-many-wtps");
            return;
        }
        if (before != null && before.status.up() && !before.status.port().equals(port)
                && !isOver(before.at, before, LOST_INTERVALS)) {
            counters.refused("announcement-elsewhere");
            return;
        }
        heard.put(wtp, new Sighting(new WtpStatus(announcement, port, Instant.now(), true), loop.nanoTime()));
        if (!port.equals(learned.learned().wtps().get(wtp))) {
            LOG.info("WTP {} ({}) is at {}", wtp, announcement.name(), port);
            learned.putWtp(wtp, port);
        }
        if (before == null || !before.status.up() || !before.status.announcement().equals(announcement)) {
            listeners.forEach(listener -> listener.wtpChanged(announcement));
        }
    }

    @Override
    public void alive(final Mac wtp) {
        if (heard.containsKey(wtp)) {
            alive.put(wtp, loop.nanoTime());
        }
    }

    private boolean isOver(final long since, final Sighting one, final int intervals) {
        return loop.nanoTime() - since >= one.status.announcement().interval().multipliedBy(intervals).toNanos();
    }

    /** A pause of ours, in which nothing was heard, is no silence of theirs: nobody is lost who was not asked. */
    private void expire() {
        topology.network().connected().forEach(node -> connected.put(node, loop.nanoTime()));
        heard.forEach((wtp, one) -> {
            if (!one.status.up()) {
                return;
            }
            final long sign = lastSign(wtp, one);
            if (!isOver(sign, one, QUIET_INTERVALS)) {
                asked.remove(wtp);
            } else if (asked.putIfAbsent(wtp, loop.nanoTime()) == null) {
                listeners.forEach(listener -> listener.wtpQuiet(wtp));
            } else if (isOver(sign, one, LOST_INTERVALS) && isOver(asked.get(wtp), one, 1)
                    && loop.nanoTime() - asked.get(wtp) >= ANSWER.toNanos()) {
                lose(wtp, one);
            }
        });
    }

    private long lastSign(final Mac wtp, final Sighting one) {
        final long reached = connected.getOrDefault(one.status.port().node(), one.at);
        final Long other = alive.get(wtp);
        return other == null || other - one.at < 0 || other - reached > SWITCH_AWAY.toNanos() ? one.at : other;
    }

    private void lose(final Mac wtp, final Sighting one) {
        LOG.info("WTP {} ({}) has fallen silent", wtp, one.status.announcement().name());
        asked.remove(wtp);
        alive.remove(wtp);
        heard.put(wtp, new Sighting(new WtpStatus(one.status.announcement(), one.status.port(), one.status.lastSeen(),
            false), one.at));
        listeners.forEach(listener -> listener.wtpLost(wtp));
    }

    /** All WTPs heard since the start, silent ones included. */
    public Collection<WtpStatus> all() {
        return heard.values().stream().map(Sighting::status).toList();
    }

    @Override
    public Map<Mac, Announcement> wtps() {
        final Map<Mac, Announcement> up = new HashMap<>();
        heard.forEach((wtp, one) -> {
            if (one.status.up()) {
                up.put(wtp, one.status.announcement());
            }
        });
        return up;
    }

    @Override
    public Registration listen(final WtpListener listener) {
        listeners.add(listener);
        loop.execute(() -> wtps().values().forEach(listener::wtpChanged));
        return () -> listeners.remove(listener);
    }
}
