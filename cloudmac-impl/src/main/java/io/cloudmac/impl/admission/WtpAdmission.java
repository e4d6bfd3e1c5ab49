// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.alarms.AlarmType;
import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.BindingSettings;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.UnprovenWtps;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
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
 * Admits the WTPs that have a session, and stores the switch port of an admitted WTP. So the learned state, and with it
 * the flow rules, contain only WTPs that were admitted once.
 *
 * <p>A session proves the id of a WTP, not its port. A WTP that is announced at two ports keeps the stored one. If none
 * is stored, it is not admitted until one of the ports is silent. A stored port changes once the WTP has been announced
 * at the new one alone for three of its intervals. A stored port that proves to be between switches counts as none:
 * announcements pass it until the controller knows the links.
 *
 * <p>The sessions call this component, not the other way round: a change of the controller's certificate restarts the
 * sessions, but not the bindings that depend on the admission.
 */
@Component(service = { AdmittedWtps.class, SessionRecorder.class })
public final class WtpAdmission implements AdmittedWtps, SessionRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(WtpAdmission.class);
    /** Finds ports that the datastore did not store, or an operator deleted. */
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(1);
    /**
     * How long to collect admissions at least: WTPs that connect together cause few computations of the bindings. If
     * these take longer, they are collected as long, so that the event loop has time for other tasks.
     */
    static final Duration COLLECTION = Duration.ofMillis(20);

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Set<Mac> open = ConcurrentHashMap.newKeySet();
    private final Map<Mac, String> closed = new ConcurrentHashMap<>();
    /** Ports that the datastore has not yet committed. */
    private final Map<Mac, PortId> storing = new HashMap<>();
    private final ConfigurationSource configuration;
    private final LearnedStore learned;
    private final WtpDirectory directory;
    private final TopologyService topology;
    private final EventLoop loop;
    private final EventJournal events;
    private final AlarmBoard alarms;
    private final List<Registration> registrations;
    private final Set<Mac> admitted = ConcurrentHashMap.newKeySet();
    private boolean notifying;
    private Duration collection = COLLECTION;

    /** Registers for announcements and changes of the settings. */
    @Activate
    public WtpAdmission(@Reference final EventLoop loop, @Reference final WtpDirectory directory,
            @Reference final LearnedStore learned, @Reference final ConfigurationSource configuration,
            @Reference final TopologyService topology, @Reference final EventJournal events,
            @Reference final AlarmBoard alarms) {
        this.loop = loop;
        this.directory = directory;
        this.learned = learned;
        this.configuration = configuration;
        this.topology = topology;
        this.events = events;
        this.alarms = alarms;
        registrations = List.of(configuration.listen(this::updateAll), loop.every(CHECK_PERIOD, this::updateAll),
            directory.listen(new WtpDirectory.WtpListener() {
                @Override
                public void wtpChanged(final Announcement announcement) {
                    update(Set.of(announcement.wtp()));
                }

                @Override
                public void wtpLost(final Mac wtp) {
                    update(Set.of(wtp));
                }
            }));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    @Override
    public void sessionOpened(final Mac wtp) {
        closed.remove(wtp);
        if (open.add(wtp)) {
            loop.execute(() -> update(Set.of(wtp)));
        }
    }

    @Override
    public void sessionClosed(final Mac wtp, final String reason) {
        closed.put(wtp, reason);
        if (open.remove(wtp)) {
            loop.execute(() -> update(Set.of(wtp)));
        }
    }

    @Override
    public void sessionRemoved(final Mac wtp) {
        closed.remove(wtp);
        if (open.remove(wtp)) {
            loop.execute(() -> update(Set.of(wtp)));
        }
    }

    private void updateAll() {
        final Set<Mac> all = new HashSet<>(open);
        all.addAll(admitted);
        all.addAll(directory.wtps().keySet());
        update(all);
    }

    /** Decides again about some WTPs. */
    private void update(final Set<Mac> some) {
        final boolean unauthenticated = configuration.get(BindingSettings.PART).unauthenticatedWtps();
        final Set<Mac> now = new HashSet<>(some);
        now.removeIf(wtp -> !open.contains(wtp) && !(unauthenticated && directory.wtps().containsKey(wtp))
            || storedPort(wtp).isEmpty() && directory.rivalPort(wtp).isPresent());
        now.removeAll(withoutRoom(now));
        now.forEach(this::storePort);
        boolean changed = false;
        for (final Mac wtp : some) {
            if (now.contains(wtp) ? admitted.add(wtp) : admitted.remove(wtp)) {
                changed = true;
                events.add(NetworkEvent.of(now.contains(wtp) ? EventKind.WTP_ADMITTED : EventKind.WTP_EXCLUDED)
                    .atWtp(wtp).saying(whyNotAdmitted(wtp).orElse(null)));
            }
        }
        some.forEach(this::raiseOrClear);
        if (changed && !notifying) {
            notifying = true;
            loop.schedule(collection, this::notifyListeners);
        }
    }

    /** An alarm about a WTP that nobody has proved would be at everybody's disposal. */
    private void raiseOrClear(final Mac wtp) {
        final Optional<String> contest = open.contains(wtp) || storedPort(wtp).isPresent() ? contest(wtp)
            : Optional.empty();
        contest.ifPresentOrElse(text -> alarms.raise(AlarmType.ANNOUNCEMENT_FORGED, "wtp/" + wtp, text),
            () -> alarms.clear(AlarmType.ANNOUNCEMENT_FORGED, "wtp/" + wtp));
    }

    private void notifyListeners() {
        notifying = false;
        final long beganNanos = loop.nanoTime();
        listeners.forEach(Runnable::run);
        final Duration took = Duration.ofNanos(loop.nanoTime() - beganNanos);
        collection = took.compareTo(COLLECTION) > 0 ? took : COLLECTION;
    }

    /**
     * Returns the WTPs without session whose port may not be stored. A stored port is never forgotten, and anybody can
     * announce WTPs if the settings admit those without session.
     */
    private Set<Mac> withoutRoom(final Set<Mac> wtps) {
        final Set<Mac> candidates = new HashSet<>(wtps);
        candidates.removeIf(wtp -> open.contains(wtp) || storing.containsKey(wtp) || storedPort(wtp).isPresent());
        if (candidates.isEmpty()) {
            return Set.of();
        }
        final Map<Mac, PortId> known = new HashMap<>(learned.learned().wtps());
        known.putAll(storing);
        final Map<PortId, Integer> atPort = new HashMap<>();
        known.values().forEach(port -> atPort.merge(port, 1, Integer::sum));
        int room = UnprovenWtps.MAX_WTPS - known.size();
        final Set<Mac> refused = new HashSet<>();
        for (final Mac wtp : candidates) {
            final Optional<PortId> port = directory.port(wtp);
            if (room <= 0 || port.isPresent()
                    && atPort.getOrDefault(port.orElseThrow(), 0) >= UnprovenWtps.MAX_WTPS_OF_PORT) {
                refused.add(wtp);
            } else if (port.isPresent()) {
                atPort.merge(port.orElseThrow(), 1, Integer::sum);
                room--;
            }
        }
        return refused;
    }

    private void storePort(final Mac wtp) {
        final Optional<PortId> stored = storedPort(wtp);
        directory.port(wtp).filter(port -> !stored.equals(Optional.of(port)) && !isInTransit(port)).ifPresent(port -> {
            if (stored.isPresent() && !directory.isSettled(wtp) || storing.putIfAbsent(wtp, port) != null) {
                return;
            }
            learned.putWtp(wtp, port).whenCompleteAsync((done, failure) -> {
                storing.remove(wtp);
                if (failure == null) {
                    LOG.info("WTP {} is admitted at {}", wtp, port);
                }
            }, loop);
        });
    }

    private Optional<PortId> storedPort(final Mac wtp) {
        return Optional.ofNullable(learned.learned().wtps().get(wtp)).filter(port -> !isInTransit(port));
    }

    private boolean isInTransit(final PortId port) {
        return topology.network().isInterSwitch(port);
    }

    @Override
    public boolean isAdmitted(final Mac wtp) {
        return admitted.contains(wtp);
    }

    @Override
    public Optional<String> whyNotAdmitted(final Mac wtp) {
        if (isAdmitted(wtp)) {
            return Optional.empty();
        }
        return Optional.of(open.contains(wtp) ? contest(wtp).orElse("it has just been announced at one port only")
            : "no session: " + closed.getOrDefault(wtp, "it is not announced"));
    }

    @Override
    public Optional<String> problem(final Mac wtp) {
        return whyNotAdmitted(wtp).or(() -> contest(wtp));
    }

    private Optional<String> contest(final Mac wtp) {
        return directory.port(wtp).flatMap(port -> directory.rivalPort(wtp)
            .map(rival -> "it is announced at two ports: " + port + " and " + rival));
    }

    @Override
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }
}
