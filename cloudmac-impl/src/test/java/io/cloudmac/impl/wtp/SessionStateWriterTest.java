// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Wtps;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.WtpKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Session;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The published state of a session with an agent. */
public class SessionStateWriterTest extends AbstractConcurrentDataBrokerTest {
    private static final Mac WTP = Mac.parse("02:0a:00:00:00:01");
    private static final Mac HELD = Mac.parse("02:00:00:00:aa:01");
    private static final Mac FAILED = Mac.parse("02:00:00:00:aa:02");
    private static final InstanceIdentifier<Wtp> ENTRY = InstanceIdentifier.create(CloudmacState.class)
        .child(Wtps.class).child(Wtp.class, new WtpKey(new WtpId(WTP.toString())));

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private SessionStateWriter publisher;

    @BeforeEach
    public void start() throws Exception {
        setup();
        publisher = new SessionStateWriter(getDataBroker(), executor);
    }

    @AfterEach
    public void stop() {
        executor.shutdownNow();
    }

    @Test
    public void showsSessionAndLeasesAndKeepsWhatDiscoveryWrote() throws Exception {
        final var transaction = getDataBroker().newWriteOnlyTransaction();
        transaction.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, ENTRY,
            new WtpBuilder().withKey(ENTRY.firstKeyOf(Wtp.class)).setName("attic").build());
        transaction.commit().get();

        publisher.publish(WTP, status(SessionState.UP, "",
            new LeaseStatus(HELD, 1, LeaseStatus.LeaseState.HELD, "", Instant.ofEpochSecond(60)),
            LeaseStatus.failed(FAILED, 0, "lease limit")));
        Wtp entry = await("the session", wtp -> wtp.getSession() != null);
        assertEquals("attic", entry.getName());
        assertEquals(Session.State.Open, entry.getSession().getState());
        assertNull(entry.getSession().getError());
        assertEquals("1970-01-01T00:01:00Z", entry.nonnullLease().values().iterator().next().getExpires().getValue());
        assertEquals("lease limit", entry.nonnullLeaseFailure().values().iterator().next().getError());

        publisher.publish(WTP, status(SessionState.REFUSED, "not from our CA"));
        entry = await("the session refused", wtp -> wtp.getSession().getState() == Session.State.Refused);
        assertEquals("not from our CA", entry.getSession().getError());
        assertEquals(0, entry.nonnullLease().size() + entry.nonnullLeaseFailure().size());

        publisher.remove(WTP);
        assertEquals("attic", await("no session", wtp -> wtp.getSession() == null).getName());
    }

    private static SessionStatus status(final SessionState state, final String text,
            final LeaseStatus... leases) {
        return new SessionStatus(state, text, Instant.ofEpochSecond(1), Optional.empty(), List.of(leases));
    }

    private Wtp await(final String what, final Predicate<Wtp> condition) throws Exception {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < deadline) {
            try (var transaction = getDataBroker().newReadOnlyTransaction()) {
                final Optional<Wtp> entry = transaction.read(LogicalDatastoreType.OPERATIONAL, ENTRY).get();
                if (entry.isPresent() && condition.test(entry.orElseThrow())) {
                    return entry.orElseThrow();
                }
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("awaited " + what + " for 20 s");
    }
}
