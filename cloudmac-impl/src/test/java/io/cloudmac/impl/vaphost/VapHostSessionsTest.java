// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.channel.HostSwitchException;
import io.cloudmac.impl.channel.HostSwitchException.SwitchOutcome;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.FakeControlServer;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** How sessions open, change and end, and channel switches by them. */
class VapHostSessionsTest extends VapHostSessionsFixture {
    @Test
    void aSessionOpensWithAllPagesOfVaps() throws Exception {
        daemon.has(ONE, TWO, THREE);
        configure(daemon);
        awaitVaps(ONE, TWO, THREE);
        assertEquals("0.2", status.version());
        assertEquals("", status.text());
        assertTrue(daemon.await("vaps.subscribe").params().get("enabled").booleanValue());
        assertEquals(Json.newObject(), daemon.await("vaps.list").params());
        assertEquals(TWO, daemon.await("vaps.list").params().get("after").textValue());
    }

    @Test
    void notificationsChangeTheVaps() throws Exception {
        daemon.has(ONE);
        configure(daemon);
        awaitVaps(ONE);
        daemon.notify("vap.up", FakeDaemon.vap(TWO));
        awaitVaps(ONE, TWO);
        daemon.notify("vap.down", "{\"bssid\":\"" + ONE + "\"}");
        awaitVaps(TWO);
    }

    @Test
    void aMissedNotificationIsMadeUpByTheNextList() throws Exception {
        sessions.close();
        listInterval = 50;
        sessions = sessions(Optional.of(pki.controller(controller)));
        configure(daemon);
        awaitVaps();
        daemon.has(ONE);
        awaitVaps(ONE);
    }

    @Test
    void aLostSessionHasNoVapsAndReturns() throws Exception {
        daemon.has(ONE);
        configure(daemon);
        awaitVaps(ONE);
        daemon.stop();
        assertEquals(Map.of(), await(SessionState.DOWN).vaps());
        daemon.has(TWO);
        daemon.restart();
        awaitVaps(TWO);
    }

    @Test
    void aDaemonThatStopsAnsweringIsDisconnected() throws Exception {
        sessions.close();
        listInterval = 50;
        requestLimit = 500;
        sessions = sessions(Optional.of(pki.controller(controller)));
        configure(daemon);
        await(SessionState.UP);
        daemon.on("vaps.list", params -> null);
        assertEquals("vaps.list: no answer within 500 ms", await(SessionState.DOWN).text());
    }

    @Test
    void aMalformedNotificationEndsTheConnection() throws Exception {
        configure(daemon);
        await(SessionState.UP);
        daemon.notify("vap.up", "{\"bssid\":\"" + ONE + "\"}");
        assertTrue(await(SessionState.DOWN).text().startsWith("the peer sent member 'ssid'"), status.text());
    }

    @Test
    void aListThatDoesNotEndIsRefused() throws Exception {
        daemon.on("vaps.list", params -> "{\"vaps\":[" + FakeDaemon.vap(ONE) + "],\"more\":true}");
        configure(daemon);
        assertEquals("vaps.list: the host has more than 1024 VAPs", await(SessionState.DOWN).text());
    }

    @Test
    void aCertificateOfAnotherHostIsRefused() throws Exception {
        for (final String uri : List.of("urn:cloudmac:vap-host:south", "urn:cloudmac:vap-host:north.example",
                "urn:cloudmac:wtp:" + HOST)) {
            try (FakeDaemon impostor = new FakeDaemon(HOST, pki, pki.issue("other", uri, "serverAuth"))) {
                configure(impostor);
                final String text = await(uri, now -> now.state() == SessionState.REFUSED
                    && now.address().equals(impostor.address())).text();
                assertTrue(text.endsWith("the certificate is for [" + uri + "], not for urn:cloudmac:vap-host:" + HOST),
                    text);
                assertEquals(List.of(), impostor.unawaited("host.info"), "the controller sent nothing");
            }
        }
    }

    @Test
    void aDaemonOfAnotherHostOrProtocolIsRefused() throws Exception {
        try (FakeDaemon liar = new FakeDaemon("south", pki, host)) {
            configure(liar);
            assertEquals("the daemon says it is on VAP host south", await(SessionState.REFUSED).text());
        }
        daemon.speak(2);
        configure(daemon);
        assertEquals("the daemon speaks protocol version 2, the controller version 1",
            await("another protocol", now -> now.address().equals(daemon.address())
                && now.state() == SessionState.DOWN).text());
    }

    @Test
    void aChannelSwitchIsAnsweredAtItsEnd() throws Exception {
        configure(daemon);
        await(SessionState.UP);
        daemon.on("channel.switch", params -> "{\"bssid\":" + params.get("bssid") + ",\"frequency\":"
            + params.get("frequency") + "}");
        get(sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT)));
        assertEquals(Json.parse("{\"bssid\":\"" + ONE + "\",\"frequency\":2437,\"count\":5}"),
            daemon.await("channel.switch").params());
        daemon.on("channel.switch", params -> "{\"bssid\":" + params.get("bssid") + ",\"frequency\":2412}");
        assertEquals(SwitchOutcome.UNKNOWN, switchFailure(SWITCH_LIMIT).outcome(), "it confirms another channel");
        daemon.on("channel.switch", params -> null);
        final HostSwitchException late = switchFailure(50);
        assertEquals("channel.switch: no answer within 50 ms", late.getMessage());
        assertEquals(SwitchOutcome.UNKNOWN, late.outcome());
    }

    @Test
    void eachRefusalOfAChannelSwitchHasItsOutcome() throws Exception {
        assertEquals("no session with VAP host North.example: it is not configured",
            switchFailure(SWITCH_LIMIT).getMessage());
        assertEquals(SwitchOutcome.REFUSED, switchFailure(SWITCH_LIMIT).outcome());
        configure(daemon);
        await(SessionState.UP);
        for (final var each : Map.of(SwitchFailures.NO_SUCH_VAP, SwitchOutcome.REFUSED, SwitchFailures.NO_HOSTAPD,
                SwitchOutcome.REFUSED, SwitchFailures.HOSTAPD_REFUSES, SwitchOutcome.REFUSED, SwitchFailures.UNFINISHED,
                SwitchOutcome.UNKNOWN, SwitchFailures.BUSY, SwitchOutcome.BUSY).entrySet()) {
            daemon.on("channel.switch", params -> {
                throw new FakeControlServer.Refusal(each.getKey(), "because");
            });
            final HostSwitchException failure = switchFailure(SWITCH_LIMIT);
            assertEquals("channel.switch: because (" + each.getKey() + ")", failure.getMessage());
            assertEquals(each.getValue(), failure.outcome(), failure.getMessage());
        }
    }

    @Test
    void tooManyUnansweredChannelSwitchesAreRefused() throws Exception {
        sessions.close();
        listInterval = 50;
        sessions = sessions(Optional.of(pki.controller(controller)));
        configure(daemon);
        await(SessionState.UP);
        daemon.on("channel.switch", params -> null);
        final List<CompletionStage<Void>> unanswered = new ArrayList<>();
        for (int i = 0; i < VapHostClient.MAX_SWITCHES; i++) {
            unanswered.add(sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT)));
        }
        final CompletionStage<Void> last = sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, 50));
        final ExecutionException thrown = assertThrows(ExecutionException.class, () -> get(last));
        final HostSwitchException failure = SwitchFailures.of(thrown.getCause());
        assertEquals("channel.switch: the host has not answered 60 channel switches", failure.getMessage());
        assertEquals(SwitchOutcome.REFUSED, failure.outcome());
        daemon.has(ONE);
        awaitVaps(ONE);
        assertEquals(List.of(), unanswered.stream().filter(each -> each.toCompletableFuture().isDone()).toList(),
            "the session stays");
    }

    @Test
    void anAnsweredChannelSwitchMakesRoom() throws Exception {
        configure(daemon);
        await(SessionState.UP);
        daemon.on("channel.switch", params -> null);
        for (int i = 0; i < VapHostClient.MAX_SWITCHES - 1; i++) {
            sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT));
        }
        final HostSwitchException late = switchFailure(50);
        assertEquals("channel.switch: no answer within 50 ms", late.getMessage());
        daemon.on("channel.switch", params -> "{\"bssid\":" + params.get("bssid") + ",\"frequency\":2437}");
        get(sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT)));
        get(sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT)));
    }

    private HostSwitchException switchFailure(final long limit) {
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(sessions.call(HOST,
            client -> client.switchChannel(BSSID, 2437, 5, limit))));
        return assertInstanceOf(HostSwitchException.class, SwitchFailures.of(failure.getCause()));
    }

    @Test
    void aSessionFollowsTheConfiguration() throws Exception {
        daemon.has(ONE);
        configure(daemon);
        awaitVaps(ONE);
        try (FakeDaemon moved = new FakeDaemon(HOST, pki, host)) {
            moved.has(TWO);
            configure(moved);
            awaitVaps(TWO);
            sessions.configure(Map.of());
            await("the removal", now -> removed);
        }
    }

    @Test
    void thereAreNoSessionsWithoutCertificates() throws Exception {
        sessions.close();
        sessions = sessions(Optional.empty());
        configure(daemon);
        assertEquals(ControlSettings.NO_CERTIFICATES, await(SessionState.OFF).text());
    }
}
