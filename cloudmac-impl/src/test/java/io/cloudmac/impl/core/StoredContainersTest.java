// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.SettableFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.mdsal.binding.api.ReadTransaction;
import org.opendaylight.mdsal.common.api.ReadFailedException;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;
import org.opendaylight.yangtools.concepts.ListenerRegistration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.osgi.service.component.ComponentContext;

/** What the start does while the datastore does not answer, and when it answers. */
class StoredContainersTest {
    private static final Cloudmac STORED = new CloudmacBuilder().setSettings(new SettingsBuilder().build()).build();
    private static final int CONTAINERS = 5;

    private final ManualLoop loop = new ManualLoop();
    private final DataBroker broker = mock(DataBroker.class);
    private final ComponentContext context = mock(ComponentContext.class);
    private final ListenerRegistration<?> changes = mock(ListenerRegistration.class);
    /** The reads; the first one of each round is of the configuration. */
    private final List<SettableFuture<Optional<DataObject>>> reads = new ArrayList<>();
    private int open;
    private StoredContainers containers;

    @BeforeEach
    void start() {
        when(broker.newReadOnlyTransaction()).thenAnswer(call -> {
            open++;
            final ReadTransaction tx = mock(ReadTransaction.class);
            when(tx.read(any(), any())).thenAnswer(read -> {
                reads.add(SettableFuture.create());
                return FluentFuture.from(reads.get(reads.size() - 1));
            });
            doAnswer(close -> open--).when(tx).close();
            return tx;
        });
        doReturn(changes).when(broker).registerDataTreeChangeListener(any(), any());
        containers = new StoredContainers(broker, loop, context);
        loop.run();
    }

    private void answer(final int round) {
        reads.get(round * CONTAINERS).set(Optional.of(STORED));
        for (int i = 1; i < CONTAINERS; i++) {
            reads.get(round * CONTAINERS + i).set(Optional.empty());
        }
        loop.run();
    }

    private void assertStarted() {
        verify(context).enableComponent(StoredContainers.READ);
        assertEquals(STORED, containers.configuration().current());
    }

    private void assertNotStarted() {
        verify(context, never()).enableComponent(anyString());
    }

    @Test
    void theComponentExists() {
        assertEquals(ReadContainers.class.getName(), StoredContainers.READ);
    }

    @Test
    void theReadersStartWhenAllContainersAreRead() {
        reads.get(0).set(Optional.of(STORED));
        for (int i = 1; i < CONTAINERS; i++) {
            loop.run();
            assertNotStarted();
            reads.get(i).set(Optional.empty());
        }
        loop.run();
        assertStarted();
        assertEquals(0, open);
    }

    @Test
    void aDatastoreWithoutAnswerIsAskedAgainUntilItAnswers() {
        for (int round = 1; round <= 30; round++) {
            assertEquals(round * CONTAINERS, reads.size());
            loop.advance(WatchedContainer.ANSWER_TIME);
        }
        assertNotStarted();
        answer(reads.size() / CONTAINERS - 1);
        assertStarted();
        final int asked = reads.size();
        loop.advance(WatchedContainer.ANSWER_TIME.multipliedBy(2));
        assertEquals(asked, reads.size());
    }

    @Test
    void aLateAnswerCountsOnce() {
        loop.advance(WatchedContainer.ANSWER_TIME);
        answer(0);
        assertStarted();
        answer(1);
        assertStarted();
        verify(broker, times(CONTAINERS)).registerDataTreeChangeListener(any(), any());
    }

    @Test
    void aFailedReadIsRepeatedAfterAPause() {
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < CONTAINERS; i++) {
                reads.get(round * CONTAINERS + i).setException(new ReadFailedException("no leader"));
            }
            loop.run();
            assertEquals((round + 1) * CONTAINERS, reads.size());
            loop.advance(WatchedContainer.PAUSE);
        }
        assertNotStarted();
        answer(5);
        assertStarted();
        assertEquals(0, open);
    }

    @Test
    void aBrokerThatThrowsIsAskedAgain() {
        doThrow(new IllegalStateException("as requested by the test")).when(broker)
            .registerDataTreeChangeListener(any(), any());
        answer(0);
        assertNotStarted();
        doReturn(changes).when(broker).registerDataTreeChangeListener(any(), any());
        loop.advance(WatchedContainer.PAUSE);
        answer(1);
        assertStarted();
    }

    @Test
    void deactivationEndsTheWait() {
        containers.close();
        verify(context).disableComponent(StoredContainers.READ);
        final int asked = reads.size();
        loop.advance(Duration.ofMinutes(5));
        assertEquals(asked, reads.size());
        answer(0);
        assertNotStarted();
        verify(broker, never()).registerDataTreeChangeListener(any(), any());
    }

    @Test
    void deactivationEndsTheRegistrations() {
        answer(0);
        clearInvocations(context);
        containers.close();
        verify(changes, times(CONTAINERS)).close();
        verify(context).disableComponent(StoredContainers.READ);
    }

    @Test
    void changesAreFollowed() {
        answer(0);
        final List<Cloudmac> seen = new ArrayList<>();
        final var listening = containers.configuration()
            .listen(change -> seen.add(containers.configuration().current()));
        change(null);
        change(STORED);
        listening.close();
        change(null);
        assertEquals(List.of(new CloudmacBuilder().build(), STORED), seen);
        assertTrue(containers.learned().current().nonnullWtp().isEmpty());
    }

    private void change(final Cloudmac after) {
        final DataObjectModification<Cloudmac> root = mock(DataObjectModification.class);
        when(root.getDataAfter()).thenReturn(after);
        final DataTreeModification<Cloudmac> modification = mock(DataTreeModification.class);
        when(modification.getRootNode()).thenReturn(root);
        containers.configuration().onDataTreeChanged(List.of(modification));
    }
}
