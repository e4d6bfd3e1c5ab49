// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Before;
import org.junit.Test;
import org.mockito.ArgumentCaptor;
import org.opendaylight.mdsal.eos.binding.api.Entity;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipCandidateRegistration;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipChange;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipListener;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipListenerRegistration;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipService;
import org.opendaylight.mdsal.eos.common.api.CandidateAlreadyRegisteredException;
import org.opendaylight.mdsal.eos.common.api.EntityOwnershipChangeState;

/** Checks the requests to the entity ownership service and the states derived from its answers. */
public class EosOwnershipTest {
    private static final Entity SWITCH = new Entity("cloudmac-ovsdb", "ovsdb://uuid/1");

    private final EntityOwnershipService service = mock(EntityOwnershipService.class);
    private final EntityOwnershipCandidateRegistration candidate = mock(EntityOwnershipCandidateRegistration.class);
    private final AtomicInteger changes = new AtomicInteger();
    private EosOwnership ownership;
    private EntityOwnershipListener listener;
    private Ownership.Claim claim;

    @Before
    public void setUp() throws Exception {
        when(service.registerCandidate(any())).thenReturn(candidate);
        when(service.registerListener(anyString(), any()))
            .thenReturn(mock(EntityOwnershipListenerRegistration.class));
        ownership = new EosOwnership(service, new ClusterMembers());
        final var captor = ArgumentCaptor.forClass(EntityOwnershipListener.class);
        verify(service).registerListener(anyString(), captor.capture());
        listener = captor.getValue();
        claim = ownership.claim("ovsdb://uuid/1", changes::incrementAndGet);
    }

    @Test
    public void registrationWaitsUntilTheServiceAnswers() throws Exception {
        claim.stand();
        verify(service, never()).registerCandidate(SWITCH);
        answer();
        verify(service, times(1)).registerCandidate(SWITCH);
        claim.stand();
        verify(service, times(1)).registerCandidate(SWITCH);
    }

    @Test
    public void claimWithdrawnBeforeTheAnswerIsNotRegistered() throws Exception {
        claim.stand();
        claim.withdraw();
        answer();
        verify(service, never()).registerCandidate(SWITCH);
    }

    @Test
    public void eachStateIsReportedOnce() {
        answer();
        assertEquals(Ownership.State.NOBODY, ownership.state("ovsdb://uuid/1"));
        change(EntityOwnershipChangeState.REMOTE_OWNERSHIP_CHANGED);
        assertEquals(Ownership.State.OTHER, ownership.state("ovsdb://uuid/1"));
        change(EntityOwnershipChangeState.LOCAL_OWNERSHIP_GRANTED);
        change(EntityOwnershipChangeState.LOCAL_OWNERSHIP_RETAINED_WITH_NO_CHANGE);
        assertEquals(Ownership.State.MINE, ownership.state("ovsdb://uuid/1"));
        change(EntityOwnershipChangeState.LOCAL_OWNERSHIP_LOST_NO_OWNER);
        assertEquals(Ownership.State.NOBODY, ownership.state("ovsdb://uuid/1"));
        assertEquals(3, changes.get());
    }

    @Test
    public void closedClaimReportsNoChanges() {
        answer();
        claim.stand();
        claim.close();
        verify(candidate).close();
        change(EntityOwnershipChangeState.REMOTE_OWNERSHIP_CHANGED);
        assertEquals(0, changes.get());
    }

    private void answer() {
        final var first = ArgumentCaptor.forClass(Entity.class);
        try {
            verify(service).registerCandidate(first.capture());
        } catch (final CandidateAlreadyRegisteredException e) {
            throw new AssertionError(e);
        }
        listener.ownershipChanged(
            new EntityOwnershipChange(first.getValue(), EntityOwnershipChangeState.LOCAL_OWNERSHIP_GRANTED));
    }

    private void change(final EntityOwnershipChangeState state) {
        listener.ownershipChanged(new EntityOwnershipChange(SWITCH, state));
    }
}
