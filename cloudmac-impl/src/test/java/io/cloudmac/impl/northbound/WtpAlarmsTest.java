// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.alarms.RecordedAlarms;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.WtpsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** Alarms about WTPs that are not heard. */
class WtpAlarmsTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac STRANGER = Mac.parse("02:c1:0d:aa:00:02");
    private static final PortId PORT = new PortId("openflow:1", 3);
    private static final String ALARM = "wtp-lost wtp/" + WTP;
    private static final Registration REGISTRATION = () -> { };

    private final ManualLoop loop = new ManualLoop();
    private final RecordedAlarms alarms = new RecordedAlarms();
    private final FakeConfiguration configuration = new FakeConfiguration();
    private final Map<Mac, Announcement> up = new HashMap<>();
    private Learned memory = new Learned(Map.of(WTP, PORT), Map.of(), Map.of(), Set.of());
    private Runnable learnedChanged;
    private WtpAlarms source;

    @BeforeEach
    void start() {
        final WtpDirectory directory = mock(WtpDirectory.class);
        when(directory.wtps()).thenReturn(up);
        when(directory.listen(any())).thenReturn(REGISTRATION);
        final LearnedStore learned = mock(LearnedStore.class);
        when(learned.learned()).thenAnswer(call -> memory);
        when(learned.listen(any())).thenAnswer(call -> {
            learnedChanged = call.getArgument(0);
            return REGISTRATION;
        });
        source = new WtpAlarms(loop, directory, learned, configuration, alarms.board());
        learnedChanged.run();
    }

    private void appear(final Mac wtp) {
        final Announcement announcement = new Announcement(wtp, Duration.ofSeconds(1), "attic", List.of(), List.of());
        up.put(wtp, announcement);
        source.wtpChanged(announcement);
    }

    private void lose(final Mac wtp) {
        up.remove(wtp);
        source.wtpLost(wtp);
    }

    @Test
    void aLostWtpHasAnAlarmUntilItAppears() {
        appear(WTP);
        lose(WTP);
        assertEquals(List.of(ALARM), alarms.raised());
        appear(WTP);
        assertEquals(List.of(), alarms.raised());
    }

    @Test
    void aWtpThatWasNeverAdmittedHasNone() {
        appear(STRANGER);
        lose(STRANGER);
        assertEquals(List.of(), alarms.raised());
    }

    @Test
    void aKnownWtpThatNeverAppearsHasOneAfterAMinute() {
        loop.advance(WtpAlarms.START.minusMillis(1));
        assertEquals(List.of(), alarms.raised());
        loop.advance(Duration.ofMillis(1));
        assertEquals(List.of(ALARM), alarms.raised());
        assertEquals(List.of("major: it has not announced itself since the controller's start"), alarms.texts());
    }

    @Test
    void aWtpThatIsUpAfterAMinuteHasNone() {
        appear(WTP);
        loop.advance(WtpAlarms.START);
        assertEquals(List.of(), alarms.raised());
    }

    @Test
    void aForgottenWtpHasNoAlarmAnyMore() {
        lose(WTP);
        memory = new Learned(Map.of(), Map.of(), Map.of(), Set.of());
        learnedChanged.run();
        assertEquals(List.of(), alarms.raised());
    }

    @Test
    void aDrainedOrDisabledWtpMayBeSwitchedOff() {
        for (final WtpBuilder wtp : List.of(new WtpBuilder().setDraining(true), new WtpBuilder().setEnabled(false))) {
            configuration.set(new CloudmacBuilder().setWtps(new WtpsBuilder().setWtp(BindingMap.of(
                wtp.setId(new WtpId(WTP.toString())).build())).build()).build());
            lose(WTP);
            assertEquals(List.of(), alarms.raised());
        }
    }
}
