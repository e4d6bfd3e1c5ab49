// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.core.ManualLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The rounds in which the parts of the state are published. */
class StatePublisherTest {
    private static final Duration ROUND = Duration.ofSeconds(1);

    private final ManualLoop loop = new ManualLoop();
    private final List<String> calls = new ArrayList<>();
    private SettableFuture<CommitInfo> commit;
    private StatePublisher publisher;

    private final class RecordingPart implements StatePart {
        private final String name;
        private boolean due = true;

        RecordingPart(final String name) {
            this.name = name;
        }

        @Override
        public Optional<InstanceIdentifier<?>> leftover() {
            return Optional.of(InstanceIdentifier.create(CloudmacState.class));
        }

        @Override
        public void update() {
            calls.add(name + " update");
        }

        @Override
        public boolean isDue() {
            return due;
        }

        @Override
        public void write(final WriteTransaction tx) {
            calls.add(name + " write");
        }

        @Override
        public void committed() {
            calls.add(name + " committed");
            due = false;
        }
    }

    @BeforeEach
    void start() {
        final DataBroker broker = mock(DataBroker.class);
        when(broker.newWriteOnlyTransaction()).thenAnswer(call -> {
            final WriteTransaction tx = mock(WriteTransaction.class);
            Mockito.doAnswer(removal -> calls.add("clear")).when(tx).delete(any(), any());
            commit = SettableFuture.create();
            when(tx.commit()).thenAnswer(end -> FluentFuture.from(commit));
            return tx;
        });
        publisher = new StatePublisher(broker, loop);
    }

    private void round() {
        loop.advance(ROUND);
    }

    private void commit() {
        commit.set(CommitInfo.empty());
        loop.run();
    }

    private List<String> takeCalls() {
        final List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    @Test
    void whatAnEarlierPublisherLeftIsRemovedFirst() {
        publisher.add(new RecordingPart("a"));
        round();
        assertEquals(List.of("clear"), takeCalls());
        round();
        assertEquals(List.of(), takeCalls(), "the datastore has not answered");
        commit();
        round();
        assertEquals(List.of("a update", "a write"), takeCalls());
        publisher.add(new RecordingPart("late"));
        commit();
        assertEquals(List.of("a committed"), takeCalls());
        round();
        assertEquals(List.of("clear"), takeCalls());
        commit();
        round();
        assertEquals(List.of("a update", "late update", "late write"), takeCalls());
    }

    @Test
    void aTransactionThatFailsIsWrittenAgain() {
        publisher.add(new RecordingPart("a"));
        round();
        commit();
        round();
        commit.setException(new IllegalStateException("no leader"));
        loop.run();
        takeCalls();
        round();
        commit();
        assertEquals(List.of("a update", "a write", "a committed"), takeCalls());
        round();
        assertEquals(List.of("a update"), takeCalls());
    }

    @Test
    void aPartIsPublishedUntilItsRegistrationIsClosed() {
        final Registration registration = publisher.add(new RecordingPart("a"));
        round();
        commit();
        registration.close();
        takeCalls();
        round();
        assertEquals(List.of(), takeCalls());
    }
}
