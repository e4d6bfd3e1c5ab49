// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;

import io.cloudmac.impl.core.FlakyBroker;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.StoredContainers;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.OptimisticLockFailedException;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearnedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.VapBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint8;
import org.osgi.service.component.ComponentContext;

/** The learned state in the datastore: restarts, conflicts and the order of writes. */
class DatastoreMemoryTest extends AbstractConcurrentDataBrokerTest {
    private static final PortId PORT = new PortId("openflow:1", 2);
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Learned.KnownVap VAP = new Learned.KnownVap(PORT, RawSsid.of("cmac"), 2437, 100, "north");
    private static final StationKey STATION = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final InterSwitchLink LINK = InterSwitchLink.between(PORT, new PortId("openflow:2", 1));

    private DatastoreMemory memory;

    DatastoreMemoryTest() {
        super(true);
    }

    @BeforeEach
    void start() throws Exception {
        setup();
        memory = memory(getDataBroker());
    }

    /** Starts a memory when the datastore has answered. */
    private static DatastoreMemory memory(final DataBroker broker) {
        final ManualLoop loop = new ManualLoop();
        final ComponentContext context = mock(ComponentContext.class);
        final StoredContainers containers = new StoredContainers(broker, loop, context);
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            while (mockingDetails(context).getInvocations().isEmpty()) {
                loop.run();
            }
        });
        return new DatastoreMemory(broker, loop, new LearnedView(new ReadContainers(containers)));
    }

    private static void await(final DatastoreMemory memory, final String what, final Predicate<Learned> reached) {
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            while (!reached.test(memory.learned())) {
                Thread.onSpinWait();
            }
        }, () -> what + " did not show up: " + memory.learned());
    }

    private void fill() {
        memory.putWtp(WTP, PORT);
        memory.putVap(BSSID, VAP);
        memory.putStation(STATION, WTP);
        memory.putLinks(Set.of(LINK));
        await(memory, "everything", learned -> learned.links().size() == 1 && learned.stations().size() == 1
            && learned.vaps().size() == 1 && learned.wtps().size() == 1);
    }

    @Test
    void theLearnedStateSurvivesARestart() {
        fill();
        memory.close();
        final Learned after = memory(getDataBroker()).learned();
        assertEquals(new Learned(Map.of(WTP, PORT), Map.of(BSSID, VAP), Map.of(STATION, WTP), Set.of(LINK)), after);
    }

    @Test
    void anSsidThatIsNoTextSurvivesARestart() {
        final Learned.KnownVap vap = new Learned.KnownVap(PORT, RawSsid.of("\\xce\\xf7\\xb0\\xb2 \\x5c"), 2437, 100);
        memory.putVap(BSSID, vap);
        await(memory, "the VAP", learned -> learned.vaps().equals(Map.of(BSSID, vap)));
    }

    @Test
    void aVapIsRemovedWithItsStations() {
        fill();
        memory.removeVap(BSSID);
        await(memory, "the VAP's end", learned -> learned.vaps().isEmpty() && learned.stations().isEmpty());
    }

    @Test
    void aWtpIsRemovedWithItsStationsAndVirtualStations() {
        fill();
        final Mac other = Mac.parse("02:c1:0d:aa:00:02");
        final StationKey stays = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:02"));
        final Mac virtual = Mac.parse("02:00:00:00:02:01");
        memory.putWtp(other, new PortId("openflow:1", 3));
        memory.putStation(stays, other);
        memory.putVirtualStation(virtual, new Learned.KnownVirtualStation(PORT, WTP));
        await(memory, "both stations", learned -> learned.stations().size() == 2
            && learned.virtualStations().size() == 1);
        memory.removeWtp(WTP);
        await(memory, "the WTP's end", learned -> !learned.wtps().containsKey(WTP));
        assertEquals(Map.of(stays, other), memory.learned().stations());
        assertEquals(Map.of(), memory.learned().virtualStations());
        assertEquals(Set.of(other), memory.learned().wtps().keySet());
        assertEquals(Set.of(BSSID), memory.learned().vaps().keySet());
    }

    @Test
    void theHostOfAVapIsStoredAlone() {
        fill();
        memory.putVap(BSSID, VAP.withFrequency(2462));
        memory.putHost(BSSID, "south");
        await(memory, "the host", learned -> learned.vaps().equals(Map.of(BSSID,
            VAP.withFrequency(2462).withHost("south"))));
    }

    @Test
    void theChannelOfAVapIsStoredAlone() {
        fill();
        memory.putHost(BSSID, "south");
        memory.putFrequency(BSSID, 6415);
        await(memory, "the channel", learned -> learned.vaps().equals(Map.of(BSSID,
            VAP.withFrequency(6415).withHost("south"))));
    }

    @Test
    void aChannelThatAnEarlierVersionStoredCounts() {
        final var stored = new CloudmacLearnedBuilder().setVap(BindingMap.of(new VapBuilder(
            LearnedCodec.vap(BSSID, VAP)).setFrequency(null).setChannel(Uint8.valueOf(36)).build())).build();
        assertEquals(Map.of(BSSID, VAP.withFrequency(5180)), LearnedCodec.read(stored).vaps());
    }

    @Test
    void theHostOfARemovedVapIsNotStored() {
        fill();
        memory.removeVap(BSSID);
        memory.putHost(BSSID, "south");
        memory.putLinks(Set.of());
        await(memory, "the last write", learned -> learned.links().isEmpty());
        assertEquals(Map.of(), memory.learned().vaps());
        memory.close();
        assertEquals(Map.of(), memory(getDataBroker()).learned().vaps());
    }

    @Test
    void aConflictingWriteIsRepeated() throws Exception {
        final FlakyBroker flaky = new FlakyBroker(getDataBroker());
        final DatastoreMemory other = memory(flaky);
        flaky.fail(1, 2);
        other.putStation(STATION, WTP).toCompletableFuture().get(10, TimeUnit.SECONDS);
        await(memory, "the station", learned -> learned.stations().equals(Map.of(STATION, WTP)));
    }

    @Test
    void theLastValueWinsIfAnEarlierWriteIsRepeated() throws Exception {
        final FlakyBroker flaky = new FlakyBroker(getDataBroker());
        final DatastoreMemory other = memory(flaky);
        flaky.fail(1, 1);
        flaky.hold();
        other.putStation(STATION, BSSID);
        final CompletableFuture<Void> stored = other.putStation(STATION, WTP).toCompletableFuture();
        flaky.release();
        stored.get(10, TimeUnit.SECONDS);
        // Writes run in order, so all earlier ones have ended when this one has.
        other.putLinks(Set.of(LINK));
        await(memory, "the last one", learned -> learned.links().equals(Set.of(LINK)));
        assertEquals(Map.of(STATION, WTP), memory.learned().stations());
    }

    @Test
    void aWriteFailsAfterItsLastAttempt() {
        final FlakyBroker flaky = new FlakyBroker(getDataBroker());
        final DatastoreMemory other = memory(flaky);
        flaky.fail(1, Integer.MAX_VALUE);
        final ExecutionException failure = assertThrows(ExecutionException.class,
            () -> other.putStation(STATION, WTP).toCompletableFuture().get(10, TimeUnit.SECONDS));
        assertInstanceOf(OptimisticLockFailedException.class, failure.getCause());
    }

    @Test
    void anExceptionDoesNotStopLaterWrites() throws Exception {
        final FlakyBroker flaky = new FlakyBroker(getDataBroker());
        final DatastoreMemory other = memory(flaky);
        flaky.throwOnce();
        final ExecutionException failure = assertThrows(ExecutionException.class,
            () -> other.putStation(STATION, WTP).toCompletableFuture().get(10, TimeUnit.SECONDS));
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        other.putStation(STATION, BSSID).toCompletableFuture().get(10, TimeUnit.SECONDS);
        await(memory, "the next", learned -> learned.stations().equals(Map.of(STATION, BSSID)));
    }

    @Test
    void putLinksReplacesAllLinks() {
        fill();
        final InterSwitchLink other = InterSwitchLink.between(PORT, new PortId("openflow:3", 1));
        memory.putLinks(Set.of(other));
        await(memory, "the other link", learned -> learned.links().equals(Set.of(other)));
    }
}
