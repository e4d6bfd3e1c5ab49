// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.admission.AuthorizationRecorder;
import io.cloudmac.impl.admission.VapHostRecorder;
import io.cloudmac.impl.channel.HostSwitchException;
import io.cloudmac.impl.channel.HostSwitchException.SwitchOutcome;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.discovery.FakeVapHostDirectory;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.session.ControlConfiguration;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

/** What the sessions record, and the answer to requests for VAPs without a session. */
class VapHostComponentTest implements VapHostRecorder {
    private static final Mac BSSID = Mac.parse("02:00:00:00:aa:01");
    private static final HostVap VAP = new HostVap(BSSID, RawSsid.of("net"), 2412, "eth0", 0, "vap0", 0);

    private final List<String> recorded = new ArrayList<>();
    private final FakeVapHostDirectory hosted = new FakeVapHostDirectory();
    private final AuthorizationRecorder authorizations = mock(AuthorizationRecorder.class);
    private VapHostComponent component;

    @BeforeEach
    void start() {
        final FakeConfiguration configuration = new FakeConfiguration();
        final ControlConfiguration control = mock(ControlConfiguration.class);
        when(control.ca()).thenReturn("");
        when(control.connect$_$timeout$_$ms()).thenReturn(1);
        when(control.request$_$timeout$_$ms()).thenReturn(1);
        when(control.reconnect$_$min$_$ms()).thenReturn(1);
        when(control.reconnect$_$max$_$ms()).thenReturn(1);
        component = new VapHostComponent(configuration, this, authorizations, hosted, () -> 1, control);
    }

    @AfterEach
    void stop() {
        component.close();
    }

    @Override
    public void vapsNamed(final String host, final Map<Mac, Integer> frequencies) {
        recorded.add(host + " names " + frequencies);
    }

    @Override
    public void sessionClosed(final String host) {
        recorded.add(host + " closed");
    }

    @Override
    public void hostRemoved(final String host) {
        recorded.add(host + " removed");
    }

    private static VapHostDetails status(final SessionState state, final HostVap... vaps) {
        return new VapHostDetails(new InetSocketAddress("192.0.2.1", 4920), state, "", Instant.EPOCH, "0.2",
            vaps.length == 0 ? Map.of() : Map.of(BSSID, vaps[0]));
    }

    private HostSwitchException switchFailure() {
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> component.switchChannel(BSSID,
            2437, 5, Duration.ofSeconds(9)).toCompletableFuture().get(20, TimeUnit.SECONDS));
        return assertInstanceOf(HostSwitchException.class, failure.getCause());
    }

    @Test
    void eachStateOfASessionIsRecorded() {
        component.hostChanged("north", status(SessionState.CONNECTING));
        component.hostChanged("north", status(SessionState.UP, VAP));
        component.hostChanged("north", status(SessionState.UP, VAP.withStations(1)));
        assertEquals(Map.of("north", status(SessionState.UP, VAP.withStations(1))), component.hosts());
        component.hostChanged("north", status(SessionState.DOWN));
        component.hostRemoved("north");
        assertEquals(Map.of(), component.hosts());
        assertEquals(List.of("north closed", "north names {" + BSSID + "=2412}", "north closed", "north removed"),
            recorded);
    }

    @Test
    void anotherChannelIsRecorded() {
        component.hostChanged("north", status(SessionState.UP, VAP));
        recorded.clear();
        component.hostChanged("north", status(SessionState.UP, VAP.withFrequency(5180)));
        assertEquals(List.of("north names {" + BSSID + "=5180}"), recorded);
    }

    @Test
    void eachSessionBeginsNewReportsOfStations() {
        final StationKey station = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
        component.hostChanged("north", status(SessionState.UP, VAP));
        component.hostChanged("north", status(SessionState.UP, VAP.withStations(1)));
        component.stationAuthorized("north", station);
        component.stationsHeld("north", BSSID, Set.of(station.station()));
        component.stationLeft("north", station);
        component.vapEnded("north", BSSID);
        component.hostChanged("north", status(SessionState.DOWN));
        final InOrder order = inOrder(authorizations);
        order.verify(authorizations).reportsBegin("north");
        order.verify(authorizations).authorized("north", station);
        order.verify(authorizations).holds("north", BSSID, Set.of(station.station()));
        order.verify(authorizations).left("north", station);
        order.verify(authorizations).vapEnded("north", BSSID);
        order.verify(authorizations).reportsEnd("north");
        order.verifyNoMoreInteractions();
    }

    @Test
    void theSessionsEndWithTheComponent() {
        component.hostChanged("north", status(SessionState.UP, VAP));
        recorded.clear();
        component.close();
        assertEquals(List.of("north closed"), recorded);
        start(); // for stop()
    }

    @Test
    void aVapWithoutASessionKeepsItsChannel() {
        assertTrue(switchFailure().getMessage().startsWith("no session of a VAP host names it: run cloudmac-vapd"));
        assertEquals(SwitchOutcome.REFUSED, switchFailure().outcome());
        hosted.name("north", BSSID);
        assertEquals("no session with VAP host north: it is not configured", switchFailure().getMessage());
        assertEquals(SwitchOutcome.REFUSED, switchFailure().outcome());
    }
}
