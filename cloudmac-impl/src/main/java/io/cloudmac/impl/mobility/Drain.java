// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.changes.ChangeAuthors;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.WtpControl;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the stations of draining WTPs over to other WTPs, also the virtual ones, a few at a time. It retries failed
 * handovers at growing intervals. The draining WTPs are part of the configuration, so a drain continues after a
 * restart.
 */
@Component(service = DrainStatus.class)
public final class Drain implements DrainStatus {
    static final Duration PERIOD = Duration.ofSeconds(1);
    static final Duration MAX_RETRY_DELAY = Duration.ofSeconds(30);
    static final int MAX_CONCURRENT = 8;

    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

    /** A failed handover: the reason, the number of failures in a row, and the time of the next attempt. */
    private record Failure(String reason, int count, long retryAtNanos) {
    }

    private final List<Consumer<Mac>> listeners = new CopyOnWriteArrayList<>();
    private final Map<Client, Failure> failures = new HashMap<>();
    private final Set<Client> moving = new HashSet<>();
    private final Set<Mac> reportedEmpty = new HashSet<>();
    private final AssignmentSource assignments;
    private final ConfigurationSource configuration;
    private final MobilityStatus mobility;
    private final WtpControl control;
    private final Handover handover;
    private final AntennaRefusals refusals;
    private final ChangeAuthors authors;
    private final EventLoop loop;
    private final List<Registration> registrations;
    private volatile Map<Mac, Map<Client, String>> draining = Map.of();

    /** Starts to drain the configured WTPs. */
    @Activate
    public Drain(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final ConfigurationSource configuration, @Reference final MobilityStatus mobility,
            @Reference final WtpControl control, @Reference final Handover handover,
            @Reference final AntennaRefusals refusals, @Reference final ChangeAuthors authors) {
        this.loop = loop;
        this.assignments = assignments;
        this.configuration = configuration;
        this.mobility = mobility;
        this.control = control;
        this.handover = handover;
        this.refusals = refusals;
        this.authors = authors;
        registrations = List.of(loop.every(PERIOD, this::drainOnce));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void drainOnce() {
        final Assignment assignment = assignments.assignment();
        final Map<Mac, Integer> loads = Candidate.loads(assignment);
        final Map<Mac, Map<Client, String>> now = new TreeMap<>();
        for (final Mac wtp : new TreeSet<>(assignment.draining())) {
            final Map<Client, String> remaining = new TreeMap<>();
            assignment.services().forEach((client, service) -> {
                if (service.downlink().equals(wtp)) {
                    remaining.put(client, startHandover(client, wtp, assignment, loads));
                } else if (service.uplinks().contains(wtp)) {
                    remaining.put(client, "it is being handed over");
                }
            });
            now.put(wtp, remaining);
            if (!remaining.isEmpty()) {
                reportedEmpty.remove(wtp);
            } else if (reportedEmpty.add(wtp)) {
                LOG.info("WTP {} is drained", wtp);
                listeners.forEach(listener -> listener.accept(wtp));
            }
        }
        failures.keySet().removeIf(
            client -> now.values().stream().noneMatch(remaining -> remaining.containsKey(client)));
        reportedEmpty.retainAll(now.keySet());
        draining = now;
    }

    /** Starts the handover of a station if possible, and returns why the station is still at the WTP. */
    private String startHandover(final Client client, final Mac from, final Assignment assignment,
            final Map<Mac, Integer> loads) {
        if (moving.contains(client)) {
            return "it is being handed over";
        }
        final Failure before = failures.get(client);
        if (before != null && loop.nanoTime() < before.retryAtNanos) {
            return before.reason;
        }
        final List<Candidate> candidates =
            Candidate.of(client, assignment, control.sessions(), mobility.signals(client), loads,
                refusals::isRefused);
        final Duration staleAfter = configuration.get(MobilitySettings.PART)
            .policy(client.stack()).thresholds().staleAfter();
        final Optional<Mac> target = DrainTarget.target(from, candidates, staleAfter);
        if (target.isEmpty()) {
            return client instanceof VirtualClient
                ? "no other WTP with a session serves virtual stations and grants its lease"
                : "no other WTP with a session radiates its VAP";
        }
        if (moving.size() >= MAX_CONCURRENT) {
            return "other handovers go first";
        }
        loads.merge(target.orElseThrow(), 1, Integer::sum);
        moving.add(client);
        handover.handOver(client, target.orElseThrow(), Candidate.trigger(candidates, Reason.DRAIN, null)
                .by(authors.author("wtps/wtp[id=" + from + "]", "draining true").orElse(null)))
            .whenCompleteAsync((done, failure) -> onHandoverEnd(client, before, failure), loop);
        return "it is being handed over";
    }

    private void onHandoverEnd(final Client client, final Failure before, final Throwable failure) {
        moving.remove(client);
        if (failure == null) {
            failures.remove(client);
            return;
        }
        final int count = before == null ? 1 : before.count + 1;
        final Duration delay = PERIOD.multipliedBy(1L << Math.min(count, 5));
        failures.put(client, new Failure(failure.getMessage(), count, loop.nanoTime()
            + (delay.compareTo(MAX_RETRY_DELAY) < 0 ? delay : MAX_RETRY_DELAY).toNanos()));
    }

    @Override
    public Map<Mac, Map<Client, String>> draining() {
        return draining;
    }

    @Override
    public Registration listenToEmpty(final Consumer<Mac> drained) {
        listeners.add(drained);
        return () -> listeners.remove(drained);
    }
}
