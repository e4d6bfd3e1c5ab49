// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.trigger.TriggerEvents.EventPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.mdsal.binding.api.DataObjectModification.ModificationType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.MeasuredValue;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TriggerName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger.Metric;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger.Relation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.TriggerBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.TriggerKey;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Decimal64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** From the configuration to a node that answers late, and from its events to readers. */
class TriggerComponentTest {
    private static final String NORTH = "north.example";
    private static final OptionalLong UNKNOWN_LOG = OptionalLong.empty();

    private final ManualLoop loop = new ManualLoop();
    private final FakeTriggerNode node = new FakeTriggerNode(NORTH);
    private final WatchedContainer<Tenants> tenants = mock(WatchedContainer.class);
    private final List<TriggerEvent> published = new ArrayList<>();
    private Consumer<DataObjectModification<Tenants>> changed;
    private TriggerComponent component;

    @BeforeEach
    void start() {
        when(tenants.listen(any())).thenAnswer(call -> {
            changed = call.getArgument(0);
            return (Registration) () -> { };
        });
        when(tenants.current()).thenReturn(new TenantsBuilder().build());
        component = start(node);
        settle();
    }

    private TriggerComponent start(final FakeTriggerNode at) {
        final ReadContainers containers = mock(ReadContainers.class);
        when(containers.tenants()).thenReturn(tenants);
        final TriggerComponent started = new TriggerComponent(containers, at, loop);
        started.listen(published::add);
        return started;
    }

    private void settle() {
        do {
            loop.run();
        } while (node.answerNext());
    }

    private void configure(final Trigger... triggers) {
        final Tenants before = tenants.current();
        final Tenants after = new TenantsBuilder().setTenant(BindingMap.of(new TenantBuilder()
            .setName(new TenantName("guests")).setTrigger(BindingMap.of(List.of(triggers)))
            .setLvnf(BindingMap.of(new LvnfBuilder().setName(new LvnfName("a")).setImage(new ImageName("i"))
                .setPacketNode(new PacketNodeName(NORTH)).build())).build())).build();
        when(tenants.current()).thenReturn(after);
        final DataObjectModification<Tenants> change = mock(DataObjectModification.class);
        when(change.getModificationType()).thenReturn(ModificationType.WRITE);
        when(change.getDataBefore()).thenReturn(before);
        when(change.getDataAfter()).thenReturn(after);
        changed.accept(change);
        settle();
    }

    /** Removes all tenants. */
    private void removeAll() {
        final Tenants before = tenants.current();
        when(tenants.current()).thenReturn(new TenantsBuilder().build());
        final DataObjectModification<Tenants> change = mock(DataObjectModification.class);
        when(change.getModificationType()).thenReturn(ModificationType.DELETE);
        when(change.getDataBefore()).thenReturn(before);
        changed.accept(change);
    }

    @Test
    void aTenantDoesNotSeeTheEventsOfAnEarlierOneOfItsName() {
        configure(trigger("t", "1"));
        node.open();
        settle();
        node.fire("guests_t", "guests_a", "1.5");
        settle();
        final EventPage page = read(UNKNOWN_LOG, 0);
        assertEquals(1, page.events().size());
        removeAll();
        // The node has not heard of it yet.
        node.fire("guests_t", "guests_a", "2");
        settle();
        configure(trigger("t", "1"));
        assertEquals(List.of(), read(UNKNOWN_LOG, 0).events());
        node.fire("guests_t", "guests_a", "3");
        settle();
        final EventPage next = read(OptionalLong.of(page.log()), 1);
        assertEquals(List.of(3000L), next.events().stream().map(each -> each.event().value()).toList());
        assertEquals(List.of(1500L, 3000L), values());
    }

    private static Trigger trigger(final String name, final String value) {
        return new TriggerBuilder().setName(new TriggerName(name)).setMetric(Metric.PacketRate)
            .setRelation(Relation.Gt).setValue(new MeasuredValue(Decimal64.valueOf(value))).build();
    }

    private EventPage read(final OptionalLong log, final long after) {
        final var page = component.read("guests", log, after, Duration.ZERO).toCompletableFuture();
        loop.run();
        return page.join();
    }

    private List<Long> values() {
        return published.stream().map(TriggerEvent::value).toList();
    }

    @Test
    void aNodeHasTheTriggersOfItsLvnfs() {
        final Trigger one = new TriggerBuilder().setName(new TriggerName("one")).setLvnf(new LvnfName("a"))
            .setMetric(Metric.CpuUtil).setRelation(Relation.Lt).setValue(new MeasuredValue(Decimal64.valueOf("0.5")))
            .setPort(Uint8.ONE).build();
        final Trigger elsewhere = new TriggerBuilder(one).withKey(new TriggerKey(new TriggerName("two")))
            .setLvnf(new LvnfName("b")).build();
        configure(one, elsewhere);
        assertEquals(Set.of(), node.triggers().keySet());
        node.open();
        settle();
        assertEquals("{\"trigger\":\"guests_one\",\"lvnf\":\"guests_a\",\"metric\":\"cpu_util\",\"relation\":\"LT\","
            + "\"value\":0.5,\"port\":1}", node.triggers().get("guests_one"));
        assertEquals(1, node.triggers().size());
        configure(trigger("every", "80"));
        assertEquals(Set.of("guests_every"), node.triggers().keySet());
        assertTrue(node.triggers().get("guests_every").contains("\"lvnf\":\"guests_*\""));
        configure(trigger("every", "90.0"));
        assertEquals(Set.of("guests_every"), node.triggers().keySet());
        assertTrue(node.triggers().get("guests_every").contains("9"));
        node.restart();
        node.open();
        settle();
        assertEquals(Set.of("guests_every"), node.triggers().keySet());
    }

    @Test
    void aTriggerThatIsThereAlreadyStaysAsItIs() {
        configure(trigger("t", "1"), trigger("u", "2"));
        node.open();
        settle();
        final var before = node.triggers();
        node.lose();
        component = start(node);
        settle();
        node.open();
        settle();
        assertEquals(before, node.triggers());
    }

    @Test
    void whatDoesNotFitIsTriedAgainWhenThereIsRoom() {
        node.open();
        configure(trigger("a", "1"), trigger("b", "1"), trigger("c", "1"), trigger("d", "1"));
        assertEquals(FakeTriggerNode.MAX_TRIGGERS, node.triggers().size());
        configure(trigger("a", "1"), trigger("d", "1"));
        assertEquals(Set.of("guests_a", "guests_d"), node.triggers().keySet());
    }

    @Test
    void eachEventIsPublishedOnceAndAcknowledgedAfterThat() {
        configure(trigger("t", "1"));
        node.open();
        settle();
        node.fire("guests_t", "guests_a", "1.5");
        assertEquals(0, node.acknowledged());
        loop.run();
        assertEquals(List.of(1500L), values());
        assertEquals(0, node.acknowledged());
        node.lose();
        node.open();
        settle();
        assertEquals(List.of(1500L), values());
        assertEquals(1, node.acknowledged());
        node.fire("guests_t", "guests_a", "2");
        node.fire("others_t", "guests_a", "3");
        settle();
        assertEquals(List.of(1500L, 2000L), values());
        assertEquals(3, node.acknowledged());
        final EventPage page = read(UNKNOWN_LOG, 7);
        assertEquals(List.of(1L, 2L), page.events().stream().map(TriggerEvents.LoggedEvent::number).toList());
        assertEquals(2, page.newest());
        assertEquals(List.of(), read(OptionalLong.of(page.log()), 2).events());
        assertEquals(1, read(OptionalLong.of(page.log()), 1).events().size());
        assertEquals(2, read(OptionalLong.of(page.log() + 1), 1).events().size());
    }

    /** Sessions end at any moment; each event is published exactly once, in order. */
    @Test
    void noEventIsLostOrPublishedTwiceByLostSessions() {
        final Random random = new Random(7);
        configure(trigger("t", "1"));
        node.open();
        for (int number = 0; number < 1000; number++) {
            node.fire("guests_t", "guests_a", String.valueOf(number));
            for (int step = random.nextInt(4); step > 0; step--) {
                if (random.nextInt(5) == 0) {
                    node.lose();
                    node.open();
                } else if (random.nextBoolean()) {
                    node.answerNext();
                } else {
                    loop.run();
                }
            }
        }
        settle();
        assertEquals(IntStream.range(0, 1000).mapToObj(number -> 1000L * number).toList(), values());
        assertEquals(1000, node.acknowledged());
        long after = 0;
        OptionalLong log = UNKNOWN_LOG;
        final List<Long> found = new ArrayList<>();
        do {
            final EventPage page = read(log, after);
            log = OptionalLong.of(page.log());
            page.events().forEach(event -> found.add(event.event().value()));
            after = page.events().isEmpty() ? page.newest() : page.events().get(page.events().size() - 1).number();
            assertTrue(page.events().size() <= EventLog.MAX_PAGE);
        } while (after < 1000);
        assertEquals(values(), found);
    }

    @Test
    void anotherControllerGetsTheEventsThatTheNodeStillHas() {
        configure(trigger("t", "1"));
        node.open();
        settle();
        node.fire("guests_t", "guests_a", "1");
        settle();
        final long log = read(UNKNOWN_LOG, 0).log();
        node.lose();
        component = start(node);
        settle();
        node.open();
        settle();
        final EventPage page = read(OptionalLong.of(log), 1);
        assertNotEquals(log, page.log());
        assertEquals(1, page.events().size());
        assertEquals(1, page.events().get(0).event().place().number());
    }

    @Test
    void eventsOfADaemonThatHasRestartedAreOthers() {
        configure(trigger("t", "1"));
        node.open();
        settle();
        node.fire("guests_t", "guests_a", "1");
        settle();
        node.restart();
        node.open();
        settle();
        node.fire("guests_t", "guests_a", "2");
        settle();
        assertEquals(List.of(1000L, 2000L), values());
        assertEquals(1, node.acknowledged());
    }

    @Test
    void aReaderWaitsForAnEvent() {
        configure(trigger("t", "1"));
        node.open();
        settle();
        final var first = component.read("guests", UNKNOWN_LOG, 0, Duration.ofSeconds(5)).toCompletableFuture();
        final var other = component.read("others", UNKNOWN_LOG, 0, Duration.ofSeconds(5)).toCompletableFuture();
        settle();
        assertFalse(first.isDone());
        node.fire("guests_t", "guests_a", "1");
        settle();
        assertEquals(1, first.join().events().size());
        assertFalse(other.isDone());
        loop.advance(Duration.ofSeconds(5));
        assertEquals(List.of(), other.join().events());
    }

    @Test
    void theLogKeepsTheNewestEvents() {
        configure(trigger("t", "1"));
        node.open();
        settle();
        for (int number = 1; number <= EventLog.MAX_EVENTS + 10; number++) {
            node.fire("guests_t", "guests_a", "1");
            loop.run();
        }
        settle();
        assertEquals(11, read(UNKNOWN_LOG, 0).events().get(0).number());
    }
}
