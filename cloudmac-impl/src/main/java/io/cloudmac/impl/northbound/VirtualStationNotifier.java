// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.binding.VirtualStationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.discovery.VirtualStationStatus.Seen;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VirtualStationDownBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VirtualStationRefusedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VirtualStationUpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.Notification;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Reports virtual stations: notifications, and events. {@link Notifier} reports their handovers. */
@Component(service = {}, immediate = true)
public final class VirtualStationNotifier {
    private final Map<Mac, PortId> reported = new HashMap<>();
    private final NotificationPublishService notifications;
    private final VirtualStationSource stations;
    private final EventJournal events;
    private final List<Registration> registrations;

    /** Registers with the sources of events. */
    @Activate
    public VirtualStationNotifier(@Reference final NotificationPublishService notifications,
            @Reference final EventLoop loop, @Reference final VirtualStationSource stations,
            @Reference final VirtualStationStatus status, @Reference final EventJournal events) {
        this.notifications = notifications;
        this.stations = stations;
        this.events = events;
        registrations = List.of(stations.listen(this::update), status.listenToRefused(this::onRefused));
        loop.execute(this::update);
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void update() {
        final Map<Mac, PortId> now = stations.virtualStations();
        final Set<Mac> gone = new HashSet<>(reported.keySet());
        gone.removeAll(now.keySet());
        gone.forEach(station -> {
            reported.remove(station);
            publish(new VirtualStationDownBuilder().setStation(new UnicastMac(station.toString())).build());
            events.add(NetworkEvent.of(EventKind.VIRTUAL_STATION_LOST).ofStation(station));
        });
        now.forEach((station, port) -> {
            if (!port.equals(reported.put(station, port))) {
                publish(new VirtualStationUpBuilder().setStation(new UnicastMac(station.toString()))
                    .setPort(new SwitchPort(port.toString())).build());
                events.add(NetworkEvent.of(EventKind.VIRTUAL_STATION_APPEARED).ofStation(station)
                    .atPort(port.toString()));
            }
        });
    }

    private void onRefused(final Seen seen) {
        publish(new VirtualStationRefusedBuilder().setStation(new UnicastMac(seen.hello().station().toString()))
            .setPort(new SwitchPort(seen.port().toString())).setProblem(seen.problem().orElse("")).build());
        events.add(NetworkEvent.of(EventKind.VIRTUAL_STATION_REFUSED).ofStation(seen.hello().station())
            .atPort(seen.port().toString()).saying(seen.problem().orElse(null)));
    }

    /** Publishes a notification, and drops it if a subscriber's queue is full. */
    private void publish(final Notification<?> notification) {
        notifications.offerNotification(notification);
    }
}
