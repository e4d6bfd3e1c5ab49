// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Random events of stations and virtual stations: the assignment equals one that is computed anew. A station costs one
 * service, and a virtual station none of stations.
 */
class BindingUpdatesTest {
    private static final int WTPS = 6;
    private static final int VAPS = 3;
    private static final int STATIONS = 20;

    private final ManualLoop loop = new ManualLoop();
    private final Random random = new Random(7);
    private final List<Runnable> configurationChanged = new ArrayList<>();
    private final LearnedStore store = mock(LearnedStore.class);
    private final TopologyService topology = mock(TopologyService.class);
    private final FakeVirtualStations virtualStations = new FakeVirtualStations();
    private Runnable learnedChanged;
    private Learned learned;
    private BindingEngine engine;

    @BeforeEach
    void start() {
        final Map<Mac, PortId> wtps = new HashMap<>();
        for (int number = 0; number < WTPS; number++) {
            wtps.put(wtp(number), new PortId("openflow:1", number + 1));
        }
        final Map<Mac, Learned.KnownVap> vaps = new HashMap<>();
        for (int number = 0; number < VAPS; number++) {
            vaps.put(vap(number), new Learned.KnownVap(new PortId("openflow:2", number + 1), RawSsid.of("cmac"),
                2412, 100));
        }
        learned = new Learned(wtps, vaps, Map.of(), Set.of());
        when(store.learned()).thenAnswer(call -> learned);
        when(store.listen(any())).thenAnswer(call -> {
            learnedChanged = call.getArgument(0);
            return (Registration) () -> { };
        });
        when(topology.network()).thenReturn(Network.EMPTY);
        when(topology.listenToNetwork(any())).thenReturn(() -> { });
        engine = new BindingEngine(loop, new FakeConfiguration(() -> new CloudmacBuilder().build(),
            configurationChanged), store, topology, new FakeAdmission(), virtualStations,
            new AntennaRefusals());
    }

    private static Mac wtp(final int number) {
        return new Mac(0x02c10daa0000L + number);
    }

    private static Mac vap(final int number) {
        return new Mac(0x020000001200L + number);
    }

    private Mac anyWtp() {
        return wtp(random.nextInt(WTPS));
    }

    private StationKey anyStation() {
        return new StationKey(vap(random.nextInt(VAPS)), new Mac(0x025a00000000L + random.nextInt(STATIONS)));
    }

    private void store(final StationKey key, final Optional<Mac> wtp) {
        learned = new Learned(learned.wtps(), learned.vaps(),
            VersionedMap.copyOf(learned.stations()).with(Map.of(key, wtp)), learned.links(),
            learned.virtualStations());
        learnedChanged.run();
    }

    private void moveWtp() {
        final Mac wtp = anyWtp();
        final Optional<PortId> port = learned.wtps().containsKey(wtp) ? Optional.empty()
            : Optional.of(new PortId("openflow:1", 1 + random.nextInt(50)));
        learned = new Learned(VersionedMap.copyOf(learned.wtps()).with(Map.of(wtp, port)), learned.vaps(),
            learned.stations(), learned.links(), learned.virtualStations());
        learnedChanged.run();
    }

    private Mac anyVirtualStation() {
        return new Mac(0x020000005600L + random.nextInt(STATIONS));
    }

    /** Lets a virtual station come, go, be stored at a WTP or be handed over, or an antenna come or go. */
    private void happenToVirtualStation() {
        final Mac station = anyVirtualStation();
        switch (random.nextInt(4)) {
            case 0 -> {
                if (virtualStations.stations.remove(station) == null) {
                    virtualStations.stations.put(station, new PortId("openflow:2", 9));
                }
                virtualStations.changed();
            }
            case 1 -> {
                final Mac wtp = anyWtp();
                if (!virtualStations.antennas.remove(wtp)) {
                    virtualStations.antennas.add(wtp);
                }
                virtualStations.changed();
            }
            case 2 -> {
                final Map<Mac, Learned.KnownVirtualStation> stored = new HashMap<>(learned.virtualStations());
                stored.put(station, new Learned.KnownVirtualStation(new PortId("openflow:2", 9), anyWtp()));
                learned = new Learned(learned.wtps(), learned.vaps(), learned.stations(), learned.links(), stored);
                learnedChanged.run();
            }
            default -> engine.override(new VirtualClient(station), ServingWtps.by(anyWtp(), Origin.AUTOMATIC));
        }
    }

    /** Lets something happen. Returns true if it concerns one station at most. */
    private boolean happen() {
        final StationKey key = anyStation();
        switch (random.nextInt(9)) {
            case 0, 1 -> store(key, Optional.of(anyWtp()));
            case 2 -> store(key, Optional.empty());
            case 3 -> {
                final Mac from = anyWtp();
                engine.override(key, new ServingWtps(from, new HashSet<>(List.of(from, anyWtp())), Origin.AUTOMATIC));
            }
            case 4 -> engine.clear(key);
            case 5 -> engine.setProbes(Map.of(key, anyWtp()));
            case 6, 7 -> happenToVirtualStation();
            default -> {
                moveWtp();
                return false;
            }
        }
        return true;
    }

    @Test
    void theAssignmentIsThatOfAFullComputation() {
        for (int event = 0; event < 3000; event++) {
            final long before = engine.servicesComputed();
            final boolean isOfOneStation = happen();
            final long computed = engine.servicesComputed() - before;
            assertTrue(!isOfOneStation || computed <= 1, () -> computed + " services for one station");
            final Assignment incremental = engine.assignment();
            configurationChanged.forEach(Runnable::run);
            assertEquals(engine.assignment(), incremental);
        }
        assertTrue(engine.assignment().stations().size() > 10, "there are stations");
        assertTrue(engine.assignment().virtualStations().values().stream()
            .filter(station -> station.service().isPresent()).count() > 5, "there are virtual stations");
    }

    @Test
    void aVirtualStationComputesNoServiceOfAStation() {
        store(anyStation(), Optional.of(wtp(0)));
        final long before = engine.servicesComputed();
        for (int event = 0; event < 100; event++) {
            happenToVirtualStation();
        }
        assertEquals(before, engine.servicesComputed());
    }

    /** The datastore has stored a change whose notification still waits on the event loop. */
    @Test
    void aWtpThatAnOverrideSeesFirstCounts() {
        learned = new Learned(VersionedMap.copyOf(learned.wtps()).with(Map.of(wtp(0), Optional.empty())),
            learned.vaps(), learned.stations(), learned.links(), learned.virtualStations());
        engine.override(anyStation(), ServingWtps.by(wtp(1), Origin.AUTOMATIC));
        learnedChanged.run();
        assertEquals(learned.wtps(), engine.assignment().wtps());
        final Assignment incremental = engine.assignment();
        configurationChanged.forEach(Runnable::run);
        assertEquals(engine.assignment(), incremental);
    }

    @Test
    void anOverrideEndsWhenItsBindingIsStored() {
        final StationKey key = anyStation();
        store(key, Optional.of(wtp(0)));
        engine.override(key, ServingWtps.by(wtp(1), Origin.AUTOMATIC));
        engine.clearWhenStored(key, wtp(1));
        assertEquals(wtp(1), engine.assignment().stations().get(key).downlink());
        store(key, Optional.of(wtp(1)));
        store(key, Optional.of(wtp(2)));
        assertEquals(wtp(2), engine.assignment().stations().get(key).downlink(), "no override is left");
    }
}
