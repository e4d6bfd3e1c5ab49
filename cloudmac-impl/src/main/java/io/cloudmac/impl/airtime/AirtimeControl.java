// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AirtimeChange;
import io.cloudmac.impl.wtp.WtpControl;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs the configured weights and settings at WTPs, and reads their shares of the air. Reads a WTP when its
 * session opens and every {@link #PERIOD}, and sends only differences. A WTP has one request at a time.
 */
@Component(service = AirtimeStatus.class)
public final class AirtimeControl implements AirtimeStatus {
    static final Duration PERIOD = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(AirtimeControl.class);

    private final Map<Mac, WtpTarget> targets = new HashMap<>();
    private final WeightDemand weights = new WeightDemand();
    /** The WTPs with an unanswered request. */
    private final Set<Mac> busy = new HashSet<>();
    /** The WTPs whose session has opened since their unanswered request. */
    private final Set<Mac> reopened = new HashSet<>();
    private final Map<Mac, WtpAirtime> airtime = new ConcurrentHashMap<>();
    private final ConfigurationSource configuration;
    private final AssignmentSource assignments;
    private final WtpControl control;
    private final EventLoop loop;
    private final List<Registration> registrations;
    private AirtimePolicy policy = AirtimePolicy.NONE;
    private volatile boolean closed;

    /** Starts with the present configuration. */
    @Activate
    public AirtimeControl(@Reference final EventLoop loop, @Reference final ConfigurationSource configuration,
            @Reference final AssignmentSource assignments, @Reference final WtpControl control) {
        this.loop = loop;
        this.configuration = configuration;
        this.assignments = assignments;
        this.control = control;
        registrations = List.of(configuration.listen(this::update), assignments.listen(this::update),
            control.listenToSessions(wtp -> loop.execute(() -> onSession(wtp))), loop.every(PERIOD, this::readAll));
    }

    @Deactivate
    void close() {
        closed = true;
        registrations.forEach(Registration::close);
    }

    /** Computes the desired weights and settings of each WTP, and applies those that changed. */
    private void update() {
        final AirtimePolicy newPolicy = configuration.get(AirtimePolicy.PART);
        final Set<Mac> concerned = weights.follow(newPolicy, assignments.assignment());
        if (!newPolicy.equals(policy)) {
            concerned.addAll(policy.wtps().keySet());
            concerned.addAll(newPolicy.wtps().keySet());
        }
        policy = newPolicy;
        for (final Mac wtp : concerned) {
            if (target(wtp).desire(Optional.ofNullable(policy.wtps().get(wtp)), weights.of(wtp))) {
                apply(wtp);
            }
        }
    }

    private void onSession(final Mac wtp) {
        if (closed) {
            return;
        }
        target(wtp).forget();
        if (busy.contains(wtp)) {
            reopened.add(wtp);
        } else {
            read(wtp);
        }
    }

    private void readAll() {
        final Set<Mac> sessions = control.sessions();
        airtime.keySet().retainAll(sessions);
        targets.forEach((wtp, target) -> {
            if (!sessions.contains(wtp)) {
                target.forget();
            }
        });
        sessions.forEach(this::read);
    }

    private void read(final Mac wtp) {
        if (busy.add(wtp)) {
            control.airtime(wtp).whenCompleteAsync((radios, failure) -> onAnswer(wtp, failure, () -> {
                target(wtp).onRead(radios);
                airtime.put(wtp, new WtpAirtime(radios, problem(wtp)));
            }), loop);
        }
    }

    /** Sends the next change, if there is one. The rest follow the answer. */
    private void apply(final Mac wtp) {
        final WtpTarget target = target(wtp);
        if (busy.contains(wtp) || !target.isKnown()) {
            return;
        }
        final Optional<AirtimeChange> next = target.next(policy::names);
        if (next.isEmpty()) {
            setProblem(wtp, "");
            return;
        }
        busy.add(wtp);
        control.setAirtime(wtp, next.orElseThrow()).whenCompleteAsync(
            (done, failure) -> onAnswer(wtp, failure, () -> target.onChanged(next.orElseThrow())), loop);
    }

    /** Handles the answer to the request of a WTP. After a failure, the next read tries again. */
    private void onAnswer(final Mac wtp, final Throwable failure, final Runnable onSuccess) {
        if (closed) {
            return;
        }
        busy.remove(wtp);
        if (reopened.remove(wtp)) {
            read(wtp);
        } else if (failure == null) {
            onSuccess.run();
            apply(wtp);
        } else {
            target(wtp).forget();
            setProblem(wtp, Objects.requireNonNullElse(failure.getMessage(), failure.getClass().getSimpleName()));
        }
    }

    private void setProblem(final Mac wtp, final String problem) {
        if (!control.sessions().contains(wtp)) {
            airtime.remove(wtp);
        } else if (!problem.equals(problem(wtp))) {
            if (!problem.isEmpty()) {
                LOG.warn("WTP {} does not share the air as configured, trying again: {}", wtp, problem);
            }
            final WtpAirtime before = airtime.get(wtp);
            airtime.put(wtp, new WtpAirtime(before == null ? List.of() : before.radios(), problem));
        }
    }

    private String problem(final Mac wtp) {
        final WtpAirtime known = airtime.get(wtp);
        return known == null ? "" : known.problem();
    }

    private WtpTarget target(final Mac wtp) {
        return targets.computeIfAbsent(wtp, first -> new WtpTarget());
    }

    @Override
    public Map<Mac, WtpAirtime> airtime() {
        return Map.copyOf(airtime);
    }
}
