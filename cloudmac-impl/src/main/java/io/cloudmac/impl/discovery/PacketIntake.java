// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.PacketBacklog.PacketKind;
import io.cloudmac.impl.openflow.DownlinkSource;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.openflow.FrameSource;
import io.cloudmac.impl.openflow.FrameSource.FrameListener;
import io.cloudmac.impl.openflow.HeaderSource;
import io.cloudmac.impl.openflow.SampleSource;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.AnnouncementParser;
import io.cloudmac.impl.wire.Beacon;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.CloudmacFrame.Direction;
import io.cloudmac.impl.wire.FrameException;
import io.cloudmac.impl.wire.OuterHeader;
import io.cloudmac.impl.wire.RadioTag;
import io.cloudmac.impl.wire.Segment;
import io.cloudmac.impl.wire.StationHello;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.opendaylight.mdsal.binding.api.NotificationService;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnector;
import org.opendaylight.yang.gen.v1.urn.opendaylight.packet.service.rev130709.PacketReceived;
import org.opendaylight.yang.gen.v1.urn.opendaylight.table.types.rev131026.TableId;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Receives the packets that the switches send to the controller. It drops malformed packets on the thread that
 * delivers them, and passes the others to the event loop by a {@link PacketBacklog}.
 */
@Component(service = { FrameSource.class, HeaderSource.class, SampleSource.class, DownlinkSource.class })
public final class PacketIntake implements FrameSource, HeaderSource, SampleSource, DownlinkSource {
    private static final int ETHERTYPE_OFFSET = 12;
    private static final int VLAN_LENGTH = 4;
    private static final int TYPE_VLAN = 0x8100;

    private final List<FrameListener> frameListeners = new CopyOnWriteArrayList<>();
    private final List<HeaderListener> headerListeners = new CopyOnWriteArrayList<>();
    private final List<SampleSource.SampleListener> sampleListeners = new CopyOnWriteArrayList<>();
    private final List<DownlinkListener> downlinkListeners = new CopyOnWriteArrayList<>();
    private final PacketBacklog backlog;
    private final VapDiscovery vaps;
    private final VirtualStationDiscovery virtualStations;
    private final WtpDiscovery wtps;
    private final Counters counters;
    private final EventLoop loop;
    private final Registration registration;

    /** Registers for the packets of all switches. */
    @Activate
    public PacketIntake(@Reference final NotificationService notifications, @Reference final EventLoop loop,
            @Reference final Counters counters, @Reference final WtpDiscovery wtps,
            @Reference final VapDiscovery vaps, @Reference final VirtualStationDiscovery virtualStations) {
        this.loop = loop;
        this.counters = counters;
        this.wtps = wtps;
        this.vaps = vaps;
        this.virtualStations = virtualStations;
        backlog = new PacketBacklog(loop, counters);
        registration = notifications.registerListener(PacketReceived.class, this::onPacket);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    @Override
    public Registration listenToFrames(final FrameListener listener) {
        frameListeners.add(listener);
        return () -> frameListeners.remove(listener);
    }

    @Override
    public Registration listenToHeaders(final HeaderListener listener) {
        headerListeners.add(listener);
        return () -> headerListeners.remove(listener);
    }

    @Override
    public Registration listenToSamples(final SampleSource.SampleListener listener) {
        sampleListeners.add(listener);
        return () -> sampleListeners.remove(listener);
    }

    @Override
    public Registration listenToDownlinks(final DownlinkListener listener) {
        downlinkListeners.add(listener);
        return () -> downlinkListeners.remove(listener);
    }

    private void onPacket(final PacketReceived packet) {
        final byte[] data = packet.getPayload();
        if (data == null) {
            counters.countRefused("no-payload");
            return;
        }
        final Optional<PortId> port = ingress(packet);
        if (port.isEmpty()) {
            final int type = ethertype(data);
            if (type == AnnouncementParser.ETHERTYPE || type == CloudmacFrame.ETHERTYPE) {
                counters.countRefused("no-ingress-port");
            }
            return;
        }
        final TableId table = packet.getTableId();
        final int tableNumber = table == null ? FlowTables.INGRESS : table.getValue().intValue();
        if (tableNumber == FlowTables.SAMPLES) {
            parseSample(port.orElseThrow(), data);
            return;
        }
        if (tableNumber == FlowTables.KNOWN_BEACONS) {
            parseGroupFrame(port.orElseThrow(), data, PacketKind.COPY, vaps::onBeaconCopy);
            return;
        }
        if (tableNumber == FlowTables.DOWNLINKS) {
            parseDownlink(port.orElseThrow(), data);
            return;
        }
        switch (ethertype(data)) {
            case AnnouncementParser.ETHERTYPE -> parseAnnouncement(port.orElseThrow(), data);
            case CloudmacFrame.ETHERTYPE -> parseFrame(port.orElseThrow(), data);
            default -> {
                // LLDP, or a packet for another application
            }
        }
    }

    private static Optional<PortId> ingress(final PacketReceived packet) {
        return Optional.ofNullable(packet.getIngress())
            .map(ingress -> ingress.getValue().firstKeyOf(NodeConnector.class))
            .flatMap(connector -> PortId.parse(connector.getId().getValue()));
    }

    private static int ethertype(final byte[] data) {
        final int at = be16(data, ETHERTYPE_OFFSET) == TYPE_VLAN ? ETHERTYPE_OFFSET + VLAN_LENGTH : ETHERTYPE_OFFSET;
        return be16(data, at);
    }

    private static int be16(final byte[] data, final int offset) {
        return offset + 2 > data.length ? -1 : (data[offset] & 0xff) << 8 | data[offset + 1] & 0xff;
    }

    private void parseAnnouncement(final PortId port, final byte[] data) {
        try {
            final Announcement announcement = AnnouncementParser.parse(data);
            backlog.add(PacketKind.ANNOUNCEMENT, port.node(), () -> wtps.onAnnouncement(port, announcement));
        } catch (final FrameException e) {
            counters.countMalformed(Counters.FrameKind.ANNOUNCEMENT, e.error().reason());
        }
    }

    /**
     * Parses a CloudMAC frame: a beacon or a hello if its destination is a group, else a frame from a WTP. A segment is
     * no first contact: the meter may drop the others of its frame. The shorter frames of the station are. Its header
     * counts, because a station that sends long frames may have copies of these only.
     */
    private void parseFrame(final PortId port, final byte[] data) {
        if ((data[0] & 1) != 0) {
            parseGroupFrame(port, data, PacketKind.BEACON, vaps::onBeacon);
            return;
        }
        try {
            final OuterHeader outer = OuterHeader.parse(data, Direction.UPLINK);
            if (Segment.is(data, outer)) {
                Segment.parse(data, Direction.UPLINK);
                counters.countRefused("segment-of-unknown-station");
                backlog.add(PacketKind.FIRST_CONTACT, port.node(), () -> passHeader(port, outer));
                return;
            }
            final CloudmacFrame frame = CloudmacFrame.parse(data, Direction.UPLINK);
            final long receivedAtNanos = loop.nanoTime();
            backlog.add(PacketKind.FIRST_CONTACT, port.node(),
                () -> {
                    passHeader(port, outer);
                    frameListeners.forEach(listener -> listener.firstContact(port, frame, data, receivedAtNanos));
                });
        } catch (final FrameException e) {
            counters.countMalformed(Counters.FrameKind.FRAME, e.error().reason());
        }
    }

    private void passHeader(final PortId port, final OuterHeader outer) {
        headerListeners.forEach(listener -> listener.received(port, outer));
    }

    private void parseGroupFrame(final PortId port, final byte[] data, final PacketKind kind,
            final BiConsumer<PortId, Beacon> listener) {
        try {
            final CloudmacFrame frame = CloudmacFrame.parse(data, Direction.DOWNLINK);
            if (frame.tag().kind() == RadioTag.KIND_VSTA) {
                StationHello.of(data, frame).ifPresentOrElse(
                    hello -> backlog.add(kind, port.node(), () -> virtualStations.onHello(port, hello)),
                    () -> counters.countRefused("not-a-hello"));
                return;
            }
            final Optional<Beacon> beacon = Beacon.of(data, frame);
            if (beacon.isPresent()) {
                backlog.add(kind, port.node(), () -> listener.accept(port, beacon.orElseThrow()));
            } else {
                counters.countRefused("not-a-beacon");
            }
        } catch (final FrameException e) {
            counters.countMalformed(Counters.FrameKind.FRAME, e.error().reason());
        }
    }

    /** Parses a sample, of a frame or of a segment. It is never forwarded: the switch has forwarded it itself. */
    private void parseSample(final PortId port, final byte[] data) {
        final int octets = data.length;
        parseOuter(data, Direction.UPLINK).ifPresent(outer -> backlog.add(PacketKind.SAMPLE, port.node(),
            () -> sampleListeners.forEach(listener -> listener.sampled(port, outer, octets))));
    }

    private void parseDownlink(final PortId port, final byte[] data) {
        parseOuter(data, Direction.DOWNLINK).filter(outer -> !outer.station().isGroup()).ifPresent(outer ->
            backlog.add(PacketKind.DOWNLINK, port.node(),
                () -> downlinkListeners.forEach(listener -> listener.downlink(port, outer, data))));
    }

    /** Parses a frame or a segment. Returns its outer header; counts it, and returns nothing, if it is malformed. */
    private Optional<OuterHeader> parseOuter(final byte[] data, final Direction direction) {
        try {
            final OuterHeader outer = OuterHeader.parse(data, direction);
            if (Segment.is(data, outer)) {
                Segment.parse(data, direction);
            } else {
                CloudmacFrame.parse(data, direction);
            }
            return Optional.of(outer);
        } catch (final FrameException e) {
            counters.countMalformed(Counters.FrameKind.FRAME, e.error().reason());
            return Optional.empty();
        }
    }
}
