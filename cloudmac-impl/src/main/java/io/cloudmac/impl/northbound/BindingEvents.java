// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Adds the events of bindings that end, and of VAPs that an operator binds. What is bound at the start is no event.
 * Runs on the event loop.
 */
@Component(service = {}, immediate = true)
public final class BindingEvents {
    private final EventJournal events;
    private final List<Registration> registrations;
    /** The assignment seen last; null before the first. */
    private Assignment seen;
    /** The WTPs of each VAP that an operator has bound, as seen last; null before the first. */
    private Map<Mac, Set<Mac>> bound;

    /** Registers with the sources of events. */
    @Activate
    public BindingEvents(@Reference final AssignmentSource assignments,
            @Reference final ConfigurationSource configuration, @Reference final EventJournal events) {
        this.events = events;
        registrations = List.of(assignments.listen(() -> follow(assignments.assignment())),
            configuration.listen(() -> follow(configuration.get(DesiredBindings.PART).radiators())));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void follow(final Assignment now) {
        if (seen != null) {
            now.goneSince(seen).forEach(client -> events.add(NetworkEvent.of(EventKind.STATION_UNBOUND)
                .ofVap(client instanceof VirtualClient ? null : client.stack()).ofStation(client.station())
                .from(seen.service(client).orElseThrow().downlink())));
        }
        seen = now;
    }

    private void follow(final Map<Mac, Set<Mac>> now) {
        if (bound != null && !bound.equals(now)) {
            final Set<Mac> all = new TreeSet<>(bound.keySet());
            all.addAll(now.keySet());
            all.stream().filter(vap -> !Objects.equals(now.get(vap), bound.get(vap)))
                .forEach(vap -> events.add(event(vap, Optional.ofNullable(now.get(vap)))));
        }
        bound = now;
    }

    private static NetworkEvent event(final Mac vap, final Optional<Set<Mac>> wtps) {
        return wtps.map(some -> NetworkEvent.of(EventKind.VAP_BOUND).saying(some.isEmpty() ? "no WTP"
                : some.stream().sorted().map(Mac::toString).collect(Collectors.joining(", "))))
            .orElse(NetworkEvent.of(EventKind.VAP_UNBOUND)).ofVap(vap);
    }
}
