// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;
import static org.opendaylight.mdsal.eos.common.api.EntityOwnershipChangeState.LOCAL_OWNERSHIP_GRANTED;
import static org.opendaylight.mdsal.eos.common.api.EntityOwnershipChangeState.LOCAL_OWNERSHIP_LOST_NEW_OWNER;
import static org.opendaylight.mdsal.eos.common.api.EntityOwnershipChangeState.LOCAL_OWNERSHIP_LOST_NO_OWNER;
import static org.opendaylight.mdsal.eos.common.api.EntityOwnershipChangeState.LOCAL_OWNERSHIP_RETAINED_WITH_NO_CHANGE;
import static org.opendaylight.mdsal.eos.common.api.EntityOwnershipChangeState.REMOTE_OWNERSHIP_CHANGED;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.core.Term;
import io.cloudmac.openflow.control.SwitchControl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadWriteTransaction;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.common.api.OptimisticLockFailedException;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.mdsal.eos.common.api.EntityOwnershipChangeState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.Ownership;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.OwnershipBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.util.promise.Promises;

/** The application's start and end under late, lost and doubtful ownership, with a datastore that answers late. */
class ApplicationOwnerTest {
    /** Beyond any Unix time of a test, so that the clock does not count. */
    private static final long STORED = 5_000_000_000L;

    private final FakeEntityOwnership ownership = new FakeEntityOwnership();
    private final ManualLoop member = new ManualLoop();
    private final DataBroker broker = mock(DataBroker.class);
    private final ServiceComponentRuntime runtime = mock(ServiceComponentRuntime.class);
    private final BundleContext context = mock(BundleContext.class);
    /** The services by their type, in the order of their registration. */
    private final Map<Class<?>, Object> services = new LinkedHashMap<>();
    /** What happened to the services. */
    private final List<String> events = new ArrayList<>();
    /** The commits of the terms, which the test completes. */
    private final List<SettableFuture<CommitInfo>> commits = new ArrayList<>();
    private final List<Long> written = new ArrayList<>();
    private long stored = STORED;
    /** The removal of what the former owner left; null: the datastore throws. */
    private SettableFuture<CommitInfo> removal = done(mock(CommitInfo.class));
    private int removals;
    private ApplicationOwner owner;

    @BeforeEach
    void start() throws Exception {
        when(broker.newReadWriteTransaction()).thenAnswer(call -> transaction());
        when(broker.newWriteOnlyTransaction()).thenAnswer(call -> {
            final WriteTransaction tx = mock(WriteTransaction.class);
            when(tx.commit()).thenAnswer(commit -> {
                verify(tx).delete(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(Nodes.class));
                verify(tx).delete(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(CloudmacState.class));
                removals++;
                if (removal == null) {
                    throw new IllegalStateException("the datastore is not there");
                }
                return FluentFuture.from(removal);
            });
            return tx;
        });
        when(context.registerService(any(Class.class), any(Object.class), any())).thenAnswer(call -> {
            final Class<?> type = call.getArgument(0);
            services.put(type, call.getArgument(1));
            events.add("+" + type.getSimpleName());
            final ServiceRegistration<?> registration = mock(ServiceRegistration.class);
            doAnswer(end -> {
                events.add("-" + type.getSimpleName());
                return services.remove(type);
            }).when(registration).unregister();
            return registration;
        });
        owner = new ApplicationOwner(ownership, broker, member, runtime, context);
        member.run();
    }

    private ReadWriteTransaction transaction() {
        final ReadWriteTransaction tx = mock(ReadWriteTransaction.class);
        when(tx.read(any(), any())).thenReturn(FluentFuture.from(done(Optional.of(
            new OwnershipBuilder().setTerm(Uint64.valueOf(stored)).build()))));
        when(tx.commit()).thenAnswer(call -> {
            final var put = ArgumentCaptor.forClass(Ownership.class);
            verify(tx).put(any(), any(), put.capture());
            written.add(put.getValue().getTerm().longValue());
            commits.add(SettableFuture.create());
            return FluentFuture.from(commits.get(commits.size() - 1));
        });
        return tx;
    }

    private static <T> SettableFuture<T> done(final T value) {
        final SettableFuture<T> future = SettableFuture.create();
        future.set(value);
        return future;
    }

    private void change(final EntityOwnershipChangeState state) {
        ownership.change(state, false);
        ownership.deliver();
        member.run();
    }

    private void commit(final int number) {
        stored = written.get(number);
        commits.get(number).set(mock(CommitInfo.class));
        member.run();
    }

    private long term() {
        return ((Term) services.get(Term.class)).value();
    }

    private EventLoop loop() {
        return (EventLoop) services.get(EventLoop.class);
    }

    private void assertStopped() {
        assertEquals(Map.of(), services);
    }

    @Test
    void theApplicationStartsWhenTheTermIsStored() {
        assertEquals(List.of(ApplicationOwner.APPLICATION), ownership.candidates);
        assertStopped();
        change(LOCAL_OWNERSHIP_GRANTED);
        assertEquals(List.of(STORED + 1), written);
        assertStopped();
        commit(0);
        assertEquals(List.of("+SwitchControl", "+Term", "+EventLoop"), events);
        assertEquals(STORED + 1, term());
    }

    @Test
    void whatTheFormerOwnerLeftIsRemovedBeforeTheStart() {
        removal = SettableFuture.create();
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        assertStopped();
        removal.set(mock(CommitInfo.class));
        member.run();
        assertEquals(STORED + 1, term());
    }

    @Test
    void anOwnershipThatIsLostDuringTheRemovalStartsNothing() {
        removal = SettableFuture.create();
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        change(LOCAL_OWNERSHIP_LOST_NEW_OWNER);
        removal.set(mock(CommitInfo.class));
        member.run();
        assertStopped();
    }

    @Test
    void aRefusedRemovalDelaysNothing() {
        removal = SettableFuture.create();
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        removal.setException(new TransactionCommitFailedException("no leader"));
        member.run();
        assertEquals(STORED + 1, term());
    }

    @Test
    void aDatastoreThatThrowsDelaysNothing() {
        removal = null;
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        assertEquals(STORED + 1, term());
    }

    @Test
    void aRemovalWithoutAnswerDelaysTheStartOnlyForAWhile() {
        removal = SettableFuture.create();
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        member.advance(FormerState.ANSWER_TIME.minusMillis(1));
        assertStopped();
        member.advance(Duration.ofMillis(1));
        assertEquals(STORED + 1, term());
        removal.set(mock(CommitInfo.class));
        member.run();
        assertEquals(1, events.stream().filter("+Term"::equals).count());
    }

    @Test
    void theComponentsRunWhileThisMemberIsOwner() {
        final ComponentDescriptionDTO component = component();
        change(LOCAL_OWNERSHIP_GRANTED);
        verify(runtime, never()).enableComponent(component);
        commit(0);
        final InOrder order = inOrder(runtime);
        order.verify(runtime).disableComponent(component);
        order.verify(runtime).enableComponent(component);
        change(LOCAL_OWNERSHIP_LOST_NEW_OWNER);
        order.verify(runtime).disableComponent(component);
    }

    @Test
    void aComponentThatIsEnabledLateAtAnotherMemberIsDisabled() {
        final ComponentDescriptionDTO component = component();
        verify(runtime).disableComponent(component);
        member.advance(Duration.ofMinutes(1));
        verify(runtime).disableComponent(component);
        when(runtime.isComponentEnabled(component)).thenReturn(true);
        member.advance(Duration.ofSeconds(5));
        verify(runtime, times(2)).disableComponent(component);
    }

    /** Starts again with one component that needs the loop. */
    private ComponentDescriptionDTO component() {
        final ComponentDescriptionDTO component = new ComponentDescriptionDTO();
        final ReferenceDTO loop = new ReferenceDTO();
        loop.cardinality = "1..1";
        loop.interfaceName = EventLoop.class.getName();
        component.references = new ReferenceDTO[] {loop};
        component.serviceInterfaces = new String[0];
        when(runtime.getComponentDescriptionDTOs(any())).thenReturn(List.of(component));
        when(runtime.enableComponent(any())).thenReturn(Promises.resolved(null));
        when(runtime.disableComponent(any())).thenReturn(Promises.resolved(null));
        owner.close();
        ownership.candidates.clear();
        assertDoesNotThrow(() -> owner = new ApplicationOwner(ownership, broker, member, runtime, context));
        return component;
    }

    @Test
    void theTermIsAtLeastTheUnixTime() {
        stored = 3;
        final long before = System.currentTimeMillis() / 1000;
        change(LOCAL_OWNERSHIP_GRANTED);
        assertTrue(written.get(0) >= before, written.toString());
    }

    @Test
    void aMemberThatIsNotTheOwnerRunsNothing() {
        ownership.changeOfOther(LOCAL_OWNERSHIP_GRANTED);
        change(REMOTE_OWNERSHIP_CHANGED);
        assertEquals(List.of(), written);
        assertStopped();
    }

    @Test
    void aLossEndsTheLoopThenTheConnectionsThenTheApplication() throws Exception {
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        final EventLoop loop = loop();
        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch finish = new CountDownLatch(1);
        final List<String> ran = new ArrayList<>();
        loop.execute(() -> {
            started.countDown();
            await(finish);
            ran.add("running");
        });
        loop.execute(() -> ran.add("waiting"));
        assertTrue(started.await(10, TimeUnit.SECONDS));
        events.clear();
        ownership.change(LOCAL_OWNERSHIP_LOST_NEW_OWNER, false);
        ownership.deliver();
        // The loop has ended before the member's thread stops the services.
        loop.execute(() -> ran.add("late"));
        loop.schedule(Duration.ZERO, () -> ran.add("late"));
        finish.countDown();
        member.run();
        assertEquals(List.of("-SwitchControl", "-EventLoop", "-Term"), events);
        assertEquals(List.of("running"), ran);
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aLossWhileTheTermIsStoredStartsNothing() {
        change(LOCAL_OWNERSHIP_GRANTED);
        change(LOCAL_OWNERSHIP_LOST_NEW_OWNER);
        commit(0);
        assertEquals(List.of(), events);
    }

    @Test
    void aLossThatTheMembersThreadSeesAfterTheTermStartsNothing() {
        change(LOCAL_OWNERSHIP_GRANTED);
        stored = written.get(0);
        commits.get(0).set(mock(CommitInfo.class));
        ownership.change(LOCAL_OWNERSHIP_LOST_NEW_OWNER, false);
        ownership.deliver();
        member.run();
        assertEquals(List.of(), events);
        assertEquals(0, removals, "what the other owner writes stays");
    }

    @Test
    void anOwnershipThatIsRegainedHasANewTermAndANewLoop() {
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        final EventLoop first = loop();
        change(LOCAL_OWNERSHIP_LOST_NEW_OWNER);
        stored = STORED + 7;
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(1);
        assertEquals(STORED + 8, term());
        assertNotSame(first, loop());
    }

    @Test
    void anOwnershipThatIsRegainedAtOnceBeginsAgain() {
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        final EventLoop first = loop();
        ownership.change(LOCAL_OWNERSHIP_LOST_NO_OWNER, false);
        ownership.change(LOCAL_OWNERSHIP_GRANTED, false);
        ownership.deliver();
        member.run();
        assertStopped();
        commit(1);
        assertEquals(STORED + 2, term());
        assertNotSame(first, loop());
    }

    @Test
    void anOwnershipThatIsRegainedWhileATermIsStoredTakesAnother() {
        change(LOCAL_OWNERSHIP_GRANTED);
        ownership.change(LOCAL_OWNERSHIP_LOST_NO_OWNER, false);
        ownership.change(LOCAL_OWNERSHIP_GRANTED, false);
        ownership.deliver();
        member.run();
        commit(0);
        assertStopped();
        commit(1);
        assertTrue(services.containsKey(EventLoop.class));
    }

    @Test
    void aMemberInJeopardyIsNotTheOwner() {
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        ownership.change(LOCAL_OWNERSHIP_RETAINED_WITH_NO_CHANGE, true);
        ownership.deliver();
        member.run();
        assertStopped();
        change(LOCAL_OWNERSHIP_RETAINED_WITH_NO_CHANGE);
        commit(1);
        assertEquals(STORED + 2, term());
    }

    @Test
    void aRepeatedGrantChangesNothing() {
        change(LOCAL_OWNERSHIP_GRANTED);
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        change(LOCAL_OWNERSHIP_RETAINED_WITH_NO_CHANGE);
        assertEquals(1, written.size());
        assertEquals(3, events.size());
    }

    @Test
    void anOtherWritersConflictIsRepeatedSoon() {
        change(LOCAL_OWNERSHIP_GRANTED);
        commits.get(0).setException(new OptimisticLockFailedException("as requested by the test"));
        stored = STORED + 4;
        member.advance(TermStore.AFTER_CONFLICT);
        commit(1);
        assertEquals(STORED + 5, term());
    }

    @Test
    void aDatastoreThatFailsOrThrowsIsAskedAgain() {
        when(broker.newReadWriteTransaction()).thenThrow(new IllegalStateException("as requested by the test"))
            .thenAnswer(call -> transaction());
        change(LOCAL_OWNERSHIP_GRANTED);
        member.advance(TermStore.PAUSE);
        commits.get(0).setException(new TransactionCommitFailedException("no leader"));
        member.run();
        member.advance(TermStore.PAUSE);
        commit(1);
        assertEquals(STORED + 1, term());
    }

    @Test
    void aDatastoreWithoutAnswerIsAskedAgainAndTheFirstAnswerCounts() {
        change(LOCAL_OWNERSHIP_GRANTED);
        member.advance(TermStore.ANSWER_TIME);
        assertEquals(2, commits.size());
        commit(0);
        commit(1);
        assertEquals(List.of("+SwitchControl", "+Term", "+EventLoop"), events);
        member.advance(TermStore.ANSWER_TIME);
        assertEquals(2, commits.size());
    }

    @Test
    void aStopHandsTheApplicationOver() {
        change(LOCAL_OWNERSHIP_GRANTED);
        commit(0);
        owner.close();
        assertStopped();
        assertEquals(List.of(), ownership.candidates);
        change(LOCAL_OWNERSHIP_GRANTED);
        assertEquals(1, written.size());
        assertFalse(services.containsKey(SwitchControl.class));
    }
}
