// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import io.cloudmac.impl.core.Counters.FrameKind;
import io.cloudmac.impl.core.Counters.Malformed;
import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.PacketBacklog.PacketKind;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.AnnouncementParser;
import io.cloudmac.impl.wire.Beacon;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.NotificationService;
import org.opendaylight.mdsal.binding.api.NotificationService.Listener;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnector;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnectorKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.NodeKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.packet.service.rev130709.PacketReceived;
import org.opendaylight.yang.gen.v1.urn.opendaylight.packet.service.rev130709.PacketReceivedBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.table.types.rev131026.TableId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The destination of each kind of packet, and the counters of malformed ones. The frames are from wire/vectors. */
class PacketIntakeTest {
    private static final PortId PORT = new PortId("openflow:1", 3);
    private static final String BEACON = "ffffffffffff" + "128002e0a001" + "1337" + "00000c000480000002003800"
        + "80003a01" + "ffffffffffff" + "02c10d00a001" + "02c10d00a001" + "7000"
        + "0000000000000000" + "6400" + "1104" + "0008636c6f75646d6163" + "010882848b960c121824" + "030106";
    private static final String AUTHENTICATION = "12a602e0a001" + "02005e100007" + "1337"
        + "00000f002e00000000026c09a000a6" + "b0003a01" + "02c10d00a001" + "02005e100007" + "02c10d00a001"
        + "3000" + "000001000000";
    /** The first of two segments of 600 octets. */
    private static final String SEGMENT = AUTHENTICATION.substring(0, 28) + "5300" + "04b0" + "0258" + "0000"
        + "00000001" + "00".repeat(600);
    private static final int SAMPLE = 128;
    private static final String ANNOUNCEMENT = "1338434d4143" + "02005e300001" + "1338" + "0100001e"
        + "02c10daa0001" + "03e8" + "010477747031" + "0206c000020a1337" + "040e0002c10dbb0000096c1411070801";
    private static final String LLDP = "0180c200000e" + "02005e300001" + "88cc" + "00".repeat(46);
    /** Length of the outer addresses in hexadecimal digits; an 802.1Q tag follows them. */
    private static final int ADDRESSES = 24;
    /** A frame to the station. */
    private static final String DOWNLINK = AUTHENTICATION.substring(ADDRESSES / 2, ADDRESSES)
        + AUTHENTICATION.substring(0, ADDRESSES / 2) + AUTHENTICATION.substring(ADDRESSES);
    /** Samples of a switch while the loop is late. */
    private static final int FLOOD = 10_000;

    private final ManualLoop loop = new ManualLoop();
    private final FrameCounters counters = new FrameCounters();
    private final WtpDiscovery wtps = mock(WtpDiscovery.class);
    private final VapDiscovery vaps = mock(VapDiscovery.class);
    private final VirtualStationDiscovery virtualStations = mock(VirtualStationDiscovery.class);
    /** The listeners' calls, in order. */
    private final List<String> calls = new ArrayList<>();
    private final List<Long> ages = new ArrayList<>();
    private final List<String> headers = new ArrayList<>();
    private Listener<PacketReceived> switches;
    private PacketIntake intake;

    @BeforeEach
    void start() {
        final NotificationService notifications = mock(NotificationService.class, call -> {
            switches = call.getArgument(1);
            return (Registration) () -> switches = null;
        });
        intake = new PacketIntake(notifications, loop, counters, wtps, vaps, virtualStations);
        intake.listenToDownlinks((port, frame, data) ->
            calls.add("downlink " + port + " " + frame.station() + " " + data.length));
        intake.listenToHeaders((port, outer) -> headers.add(port + " " + outer.station() + " " + outer.tag().level()));
        intake.listenToSamples((port, frame, octets) -> calls.add("sample " + frame.station() + " " + octets));
    }

    private Registration listenToFrames() {
        return intake.listenToFrames((port, frame, data, receivedAt) -> {
            calls.add("frame " + port + " " + frame.station() + " " + data.length);
            ages.add(loop.nanoTime() - receivedAt);
        });
    }

    private static byte[] octets(final String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static PacketReceivedBuilder packet(final int table, final byte[] data) {
        return new PacketReceivedBuilder().setPayload(data).setTableId(new TableId(Uint8.valueOf(table)))
            .setIngress(ingress(PORT.toString()));
    }

    private static NodeConnectorRef ingress(final String connector) {
        return new NodeConnectorRef(InstanceIdentifier.create(Nodes.class)
            .child(Node.class, new NodeKey(new NodeId(PORT.node())))
            .child(NodeConnector.class, new NodeConnectorKey(new NodeConnectorId(connector))));
    }

    private void send(final int table, final String hex) {
        switches.onNotification(packet(table, octets(hex)).build());
    }

    private void receive(final int table, final String hex) {
        send(table, hex);
        loop.run();
    }

    @Test
    void anAnnouncementGoesToTheDiscoveryOfWtps() throws Exception {
        receive(0, ANNOUNCEMENT);
        verify(wtps).onAnnouncement(PORT, AnnouncementParser.parse(octets(ANNOUNCEMENT)));
        assertEquals(Map.of(), counters.malformed());
    }

    @Test
    void aVlanTagChangesNothing() throws Exception {
        final String tagged =
            ANNOUNCEMENT.substring(0, ADDRESSES) + "8100000a" + ANNOUNCEMENT.substring(ADDRESSES);
        receive(0, tagged);
        verify(wtps).onAnnouncement(PORT, AnnouncementParser.parse(octets(ANNOUNCEMENT)));
    }

    @Test
    void theTableSeparatesBeaconsFromBeaconCopies() {
        final Beacon beacon = new Beacon(Mac.parse("02:c1:0d:00:a0:01"), RawSsid.of("cloudmac"), 2437, 100);
        receive(0, BEACON);
        verify(vaps).onBeacon(PORT, beacon);
        verify(vaps, never()).onBeaconCopy(any(), any());
        receive(FlowTables.KNOWN_BEACONS, BEACON);
        verify(vaps).onBeaconCopy(PORT, beacon);
        verify(vaps).onBeacon(PORT, beacon);
    }

    @Test
    void aGroupFrameThatIsNoBeaconIsRefused() {
        final String probeResponse = BEACON.replace("80003a01", "50003a01");
        receive(0, probeResponse);
        receive(FlowTables.KNOWN_BEACONS, probeResponse);
        assertEquals(Map.of("not-a-beacon", 2L), counters.refused());
        verifyNoInteractions(vaps);
    }

    @Test
    void listenersReceiveAStationsWholeFrame() {
        listenToFrames();
        receive(0, AUTHENTICATION);
        assertEquals(List.of("frame openflow:1:3 02:00:5e:10:00:07 " + AUTHENTICATION.length() / 2), calls);
    }

    @Test
    void aFrameHasTheTimeOfItsReceptionHoweverLateTheLoopIs() {
        listenToFrames();
        switches.onNotification(packet(0, octets(AUTHENTICATION)).build());
        loop.skip(Duration.ofSeconds(8));
        loop.run();
        assertEquals(List.of(Duration.ofSeconds(8).toNanos()), ages);
    }

    @Test
    void aSampleIsNoFirstContact() {
        listenToFrames();
        receive(FlowTables.SAMPLES, AUTHENTICATION);
        assertEquals(List.of("sample 02:00:5e:10:00:07 " + AUTHENTICATION.length() / 2), calls);
    }

    @Test
    void aSampleMayBeASegmentAndIsCut() {
        receive(FlowTables.SAMPLES, SEGMENT.substring(0, 2 * SAMPLE));
        assertEquals(List.of("sample 02:00:5e:10:00:07 " + SAMPLE), calls);
        assertEquals(Map.of(), counters.malformed());
    }

    @Test
    void aSegmentIsNoFirstContact() {
        listenToFrames();
        receive(0, SEGMENT);
        receive(0, SEGMENT.replace("5300", "5302"));
        assertEquals(List.of(), calls);
        assertEquals(Map.of("segment-of-unknown-station", 1L), counters.refused());
        assertEquals(Map.of(new Malformed(FrameKind.FRAME, "segment"), 1L), counters.malformed());
    }

    /** So a station whose long frames come to a switch as segments only is noticed there. */
    @Test
    void theHeadersOfFramesAndSegmentsArePassedOn() {
        receive(0, AUTHENTICATION);
        receive(0, SEGMENT);
        final String header = "openflow:1:3 02:00:5e:10:00:07 -90";
        assertEquals(List.of(header, header), headers);
        receive(FlowTables.SAMPLES, AUTHENTICATION);
        receive(0, BEACON);
        receive(FlowTables.DOWNLINKS, DOWNLINK);
        assertEquals(2, headers.size(), "samples, group frames and downlink frames are no such headers");
    }

    @Test
    void aFrameForAStationThatIsNotBoundIsADownlink() {
        listenToFrames();
        receive(FlowTables.DOWNLINKS, DOWNLINK);
        assertEquals(List.of("downlink openflow:1:3 02:00:5e:10:00:07 " + DOWNLINK.length() / 2), calls);
        receive(FlowTables.DOWNLINKS, BEACON);
        receive(FlowTables.DOWNLINKS, AUTHENTICATION);
        assertEquals(1, calls.size(), "a group frame, and an uplink frame");
        assertEquals(Map.of(new Malformed(FrameKind.FRAME, "version"), 1L), counters.malformed());
    }

    @Test
    void aDeregisteredListenerIsNotCalled() {
        listenToFrames().close();
        receive(0, AUTHENTICATION);
        assertEquals(List.of(), calls);
    }

    @Test
    void malformedPacketsAreCountedAndDropped() {
        listenToFrames();
        receive(0, AUTHENTICATION.replace("00000f00", "01000f00"));
        receive(FlowTables.SAMPLES, AUTHENTICATION.replace("00000f00", "01000f00"));
        receive(0, BEACON.replace("128002e0a001", "138002e0a001"));
        receive(FlowTables.KNOWN_BEACONS, BEACON.replace("030106", "030706"));
        receive(0, ANNOUNCEMENT.replace("0100001e", "0200001e"));
        assertEquals(Map.of(
            new Malformed(FrameKind.FRAME, "radiotap"), 2L,
            new Malformed(FrameKind.FRAME, "version"), 1L,
            new Malformed(FrameKind.FRAME, "80211"), 1L,
            new Malformed(FrameKind.ANNOUNCEMENT, "version"), 1L), counters.malformed());
        assertEquals(List.of(), calls);
        verifyNoInteractions(wtps, vaps);
    }

    @Test
    void truncatedPacketsReachNoListener() {
        listenToFrames();
        for (final String hex : List.of(BEACON, AUTHENTICATION, ANNOUNCEMENT)) {
            final byte[] whole = octets(hex);
            for (int length = 0; length < whole.length; length++) {
                for (final int table : List.of(0, FlowTables.SAMPLES, FlowTables.KNOWN_BEACONS, FlowTables.DOWNLINKS)) {
                    switches.onNotification(packet(table, Arrays.copyOf(whole, length)).build());
                    loop.run();
                }
            }
        }
        verifyNoInteractions(wtps);
    }

    @Test
    void packetsForOtherApplicationsAreIgnored() {
        listenToFrames();
        receive(0, LLDP);
        switches.onNotification(packet(0, octets(LLDP)).setIngress(null).build());
        switches.onNotification(packet(0, octets(LLDP)).setIngress(ingress("openflow:1:LOCAL")).build());
        loop.run();
        assertEquals(List.of(), calls);
        assertEquals(Map.of(), counters.malformed());
        assertEquals(Map.of(), counters.refused());
    }

    @Test
    void framesWithoutAPortAndPacketsWithoutAPayloadAreCounted() {
        listenToFrames();
        switches.onNotification(packet(0, octets(AUTHENTICATION)).setIngress(null).build());
        switches.onNotification(packet(0, octets(ANNOUNCEMENT)).setIngress(ingress("openflow:1:LOCAL")).build());
        switches.onNotification(packet(0, null).build());
        loop.run();
        assertEquals(List.of(), calls);
        assertEquals(Map.of(), counters.malformed());
        assertEquals(Map.of("no-ingress-port", 2L, "no-payload", 1L), counters.refused());
    }

    @Test
    void aPacketWithoutATableIsOneOfTableZero() {
        listenToFrames();
        switches.onNotification(packet(0, octets(AUTHENTICATION)).setTableId(null).build());
        loop.run();
        assertEquals(1, calls.size());
    }

    /** The order is by turns of the kinds, whatever the number of samples. */
    @Test
    void aFloodOfSamplesPushesOutNeitherAnnouncementsNorFirstContacts() {
        listenToFrames();
        for (int i = 0; i < FLOOD; i++) {
            send(FlowTables.SAMPLES, AUTHENTICATION);
        }
        send(0, ANNOUNCEMENT);
        send(0, AUTHENTICATION);
        final int kept = PacketKind.SAMPLE.bound();
        assertEquals(Map.of(PacketKind.SAMPLE.reason(), (long) FLOOD - kept), counters.refused());
        loop.run();
        verify(wtps).onAnnouncement(any(), any());
        assertEquals(kept + 1, calls.size());
        assertEquals("frame openflow:1:3 02:00:5e:10:00:07 " + AUTHENTICATION.length() / 2, calls.get(1));
    }

    @Test
    void eachKindOfPacketIsCountedUnderItsOwnReason() {
        listenToFrames();
        final Map<PacketKind, Runnable> packets = Map.of(
            PacketKind.ANNOUNCEMENT, () -> send(0, ANNOUNCEMENT),
            PacketKind.BEACON, () -> send(0, BEACON),
            PacketKind.COPY, () -> send(FlowTables.KNOWN_BEACONS, BEACON),
            PacketKind.FIRST_CONTACT, () -> send(0, AUTHENTICATION),
            PacketKind.DOWNLINK, () -> send(FlowTables.DOWNLINKS, DOWNLINK),
            PacketKind.SAMPLE, () -> send(FlowTables.SAMPLES, AUTHENTICATION));
        packets.forEach((kind, packet) -> IntStream.range(0, kind.bound() + 1).forEach(each -> packet.run()));
        assertEquals(packets.keySet().stream().collect(Collectors.toMap(PacketKind::reason, kind -> 1L)),
            counters.refused());
        loop.run();
        packets.values().forEach(Runnable::run);
        assertEquals(packets.size(), counters.refused().size(), "the backlog is gone");
    }

    @Test
    void closeEndsTheRegistration() {
        intake.close();
        assertNull(switches);
    }
}
