// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static io.cloudmac.impl.firstcontact.StrandedFinderTest.ELSEWHERE;
import static io.cloudmac.impl.firstcontact.StrandedFinderTest.MHZ;
import static io.cloudmac.impl.firstcontact.StrandedFinderTest.OTHER;
import static io.cloudmac.impl.firstcontact.StrandedFinderTest.SERVING;
import static io.cloudmac.impl.firstcontact.StrandedFinderTest.STATION;
import static io.cloudmac.impl.firstcontact.StrandedFinderTest.on;
import static io.cloudmac.impl.firstcontact.StrandedFinderTest.up;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/** When the binding of an automatic station at WTP SERVING is removed because that WTP cannot serve it. */
class StrandedStationsTest {
    private final ManualLoop loop = new ManualLoop();
    private final SteeringLog log = new SteeringLog();
    private final Map<StationKey, ServingWtps> bound = new HashMap<>(
        Map.of(STATION, ServingWtps.by(SERVING, Origin.AUTOMATIC)));
    private Map<Mac, Announcement> announced = Map.of();
    /** When the datastore commits the end of bindings. */
    private CompletableFuture<Void> removed = CompletableFuture.completedFuture(null);
    private final FakeAdmission admission = new FakeAdmission();
    private WtpDirectory.WtpListener listener;

    @BeforeEach
    void start() {
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> StrandedFinderTest.served(bound));
        final LearnedStore store = mock(LearnedStore.class);
        when(store.removeStations(any())).thenAnswer(call -> {
            final Set<StationKey> gone = call.getArgument(0);
            return removed.thenRun(() -> bound.keySet().removeAll(gone));
        });
        final WtpDirectory directory = mock(WtpDirectory.class);
        when(directory.wtps()).thenAnswer(call -> announced);
        when(directory.listen(any())).thenAnswer(call -> {
            listener = call.getArgument(0);
            return (Registration) () -> { };
        });
        new StrandedStations(loop, directory, assignments, store, log, admission);
    }

    private void announce(final Announcement... those) {
        announced = up(those);
        announced.values().forEach(listener::wtpChanged);
    }

    /** Advances the clock and returns true if the station is still bound. */
    private boolean staysFor(final int seconds) {
        loop.advance(Duration.ofSeconds(seconds));
        return !bound.isEmpty();
    }

    private void lose(final Mac wtp) {
        announced = new HashMap<>(announced);
        announced.remove(wtp);
        listener.wtpLost(wtp);
        loop.run();
    }

    @Test
    void theEndOfABindingIsLoggedAfterItsCommitAndRepeatedIfThatFails() {
        announce(on(SERVING, MHZ), on(OTHER, MHZ));
        removed = new CompletableFuture<>();
        lose(SERVING);
        loop.advance(Duration.ofSeconds(20));
        assertEquals(List.of(), log.decisions(), "it is not stored");
        removed.completeExceptionally(new IllegalStateException("no leader"));
        removed = CompletableFuture.completedFuture(null);
        loop.advance(Duration.ofSeconds(5));
        assertEquals(Map.of(), bound);
        assertEquals(1, log.decisions().size());
    }

    @Test
    void stationsAreUnboundAtOnceWhenTheirWtpIsLost() {
        announce(on(SERVING, MHZ), on(OTHER, MHZ));
        lose(SERVING);
        assertEquals(Map.of(), bound);
        assertEquals(Reason.WTP_LOST, log.decisions().get(0).trigger().reason());
        assertEquals(SERVING, log.decisions().get(0).from());
    }

    @Test
    void stationsOfALostWtpStayUntilAnotherIsAdmitted() {
        announce(on(SERVING, MHZ), on(OTHER, MHZ));
        admission.refuse(OTHER);
        lose(SERVING);
        assertEquals(true, staysFor(600));
        admission.refuse();
        assertEquals(false, staysFor(6));
    }

    @Test
    void theEndOfASessionUnbindsNoStation() {
        announce(on(SERVING, MHZ), on(OTHER, MHZ));
        admission.refuse(SERVING);
        assertEquals(true, staysFor(600));
    }

    @Test
    void theLossOfAnotherWtpUnbindsNoStation() {
        announce(on(SERVING, ELSEWHERE), on(OTHER, MHZ));
        lose(OTHER);
        assertEquals(Set.of(STATION), bound.keySet());
    }

    @Test
    void stationsAreUnboundOnceAnotherWtpCanServeThem() {
        announce(on(SERVING, MHZ), on(OTHER, MHZ));
        lose(OTHER);
        lose(SERVING);
        assertEquals(true, staysFor(600), "no other WTP can serve it");
        announce(on(OTHER, MHZ));
        assertEquals(false, staysFor(20));
    }

    @Test
    void aStationIsUnboundAfterItsHandoverFailed() {
        announce(on(SERVING, MHZ), on(OTHER, MHZ));
        bound.put(STATION, new ServingWtps(SERVING, Set.of(SERVING, OTHER), Origin.AUTOMATIC));
        lose(SERVING);
        assertEquals(true, staysFor(6), "the radio may be on its way to the channel");
        bound.put(STATION, ServingWtps.by(SERVING, Origin.AUTOMATIC));
        assertEquals(false, staysFor(5));
    }

    @Test
    void aWtpHasAMinuteForItsFirstAnnouncement() {
        announce(on(OTHER, MHZ));
        assertEquals(true, staysFor(60));
        announce(on(OTHER, MHZ), on(SERVING, MHZ));
        assertEquals(true, staysFor(600));
    }

    @Test
    void aWtpWithoutAnAnnouncementAfterARestartLosesItsStations() {
        announce(on(OTHER, MHZ));
        assertEquals(false, staysFor(80));
        assertEquals(Reason.WTP_LOST, log.decisions().get(0).trigger().reason());
    }

    @Test
    void aWtpOnAnotherChannelLosesItsStationsToALaterWtp() {
        announce(on(SERVING, ELSEWHERE));
        assertEquals(true, staysFor(600), "its radio can be tuned");
        announce(on(SERVING, ELSEWHERE), on(OTHER, MHZ));
        assertEquals(false, staysFor(20));
        assertEquals(Reason.NO_RADIO, log.decisions().get(0).trigger().reason());
    }

    @Test
    void aChannelChangeRestartsTheDelay() {
        announce(on(SERVING, ELSEWHERE), on(OTHER, MHZ));
        assertEquals(true, staysFor(9));
        announce(on(SERVING, MHZ), on(OTHER, MHZ));
        assertEquals(true, staysFor(9));
        announce(on(SERVING, ELSEWHERE), on(OTHER, MHZ));
        assertEquals(true, staysFor(9), "each change restarts the time");
    }
}
