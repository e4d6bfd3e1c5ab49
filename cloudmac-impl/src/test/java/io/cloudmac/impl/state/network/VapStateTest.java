// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.mockito.Mockito.mock;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.discovery.FakeVapHostDirectory;
import io.cloudmac.impl.discovery.RefusedVaps.RefusalReason;
import io.cloudmac.impl.discovery.RefusedVaps.RefusedVap;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Announcement.Radio;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** The problems of VAPs. */
class VapStateTest {
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac SAME_ID = Mac.parse("02:00:00:01:12:34");
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final PortId PORT = new PortId("openflow:2", 2);
    private static final PortId ELSEWHERE = new PortId("openflow:1", 2);

    private final FakeAdmission admission = new FakeAdmission();
    private final FakeVapHostDirectory hosted = new FakeVapHostDirectory();
    private Set<Mac> wtps = Set.of(WTP);
    private Map<Mac, String> refusals = Map.of();
    private Map<Mac, Announcement> announced = Map.of();
    private int width = 40;
    private Cloudmac configuration = new CloudmacBuilder().build();

    private Map<String, Set<String>> problems(final RefusedVap... refused) {
        return vaps(refused).entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
            entry -> entry.getValue().getProblem()));
    }

    private RawSsid ssid = RawSsid.of("cmac");
    private int frequency = 2412;

    private Map<String, Vap> vaps(final RefusedVap... refused) {
        final Learned learned = new Learned(Map.of(),
            Map.of(BSSID, new Learned.KnownVap(PORT, ssid, frequency, 100)), Map.of(), Set.of());
        final Assignment assignment = new Assignment(Map.of(WTP, ELSEWHERE),
            Map.of(BSSID, new Assignment.Vap(PORT, 2412, wtps)), Map.of());
        final VapProblems problems = new VapProblems(new FakeConfiguration(() -> configuration), admission, hosted,
            new RadioProblems(bssid -> refusals, bssid -> width, () -> announced));
        return VapState.vaps(learned, assignment, mock(Activity.class), hosted, List.of(refused),
                problems.now(List.of(refused)), (bssid, served) ->
                    served.stream().map(StateCodec::wtp).collect(Collectors.toSet())).values().stream()
            .collect(Collectors.toMap(vap -> vap.getBssid().getValue(), vap -> vap));
    }

    @Test
    void aVapWithoutConflictHasNoProblem() {
        assertEquals(Map.of(BSSID.toString(), Set.of()), problems());
    }

    @Test
    void aConfiguredWtpThatIsNotAdmittedIsAProblem() {
        final Mac waiting = Mac.parse("02:c1:0d:aa:00:02");
        configuration = new CloudmacBuilder().setBindings(new BindingsBuilder().setVap(BindingMap.of(new VapBuilder()
            .setBssid(StateCodec.bssid(BSSID)).setWtp(Set.of(StateCodec.wtp(WTP), StateCodec.wtp(waiting)))
            .build())).build()).build();
        admission.refuse(waiting);
        assertEquals(Map.of(BSSID.toString(), Set.of("WTP " + waiting
            + " does not transmit it, because it is not admitted: " + FakeAdmission.REASON)), problems());
    }

    @Test
    void anUnknownChannelIsAProblem() {
        frequency = 0;
        assertEquals(Map.of(BSSID.toString(), Set.of("its channel is unknown, so no WTP transmits it: its beacons name"
            + " none, and no session of a VAP host reports it")), problems());
        assertNull(vaps().get(BSSID.toString()).getChannel());
        assertNull(vaps().get(BSSID.toString()).getFrequency());
    }

    @Test
    void aChannelOf6GhzIsShownByItsFrequency() {
        frequency = 5975;
        assertEquals(5975, vaps().get(BSSID.toString()).getFrequency().intValue());
        assertEquals(5, vaps().get(BSSID.toString()).getChannel().intValue());
    }

    private static Cloudmac withSsid(final String text) {
        return new CloudmacBuilder().setVaps(new VapsBuilder().setVap(BindingMap.of(
            new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vaps.VapBuilder()
                .setBssid(StateCodec.bssid(BSSID)).setSsid(new Ssid(text)).build())).build()).build();
    }

    @Test
    void anSsidThatIsNoTextIsShownWithEscapesAndAsOctets() {
        ssid = RawSsid.of("\\xce\\xf7\\xb0\\xb2");
        final Vap vap = vaps().get(BSSID.toString());
        assertEquals("\\xce\\xf7\\xb0\\xb2", vap.getSsid().getValue());
        assertArrayEquals(HexFormat.of().parseHex("cef7b0b2"), vap.getSsidOctets().getValue());
        ssid = RawSsid.NONE;
        assertNull(vaps().get(BSSID.toString()).getSsid());
        assertNull(vaps().get(BSSID.toString()).getSsidOctets());
    }

    @Test
    void theConfiguredSsidIsComparedByItsOctets() {
        ssid = RawSsid.of("\\xce\\xf7\\xb0\\xb2");
        configuration = withSsid("\\xCE\\xf7\\xb0\\xb2");
        assertEquals(Map.of(BSSID.toString(), Set.of()), problems());
        configuration = withSsid("\\xb1\\xb1\\xbe\\xa9");
        assertEquals(Map.of(BSSID.toString(), Set.of("its beacons have SSID \"\\xce\\xf7\\xb0\\xb2\", but"
            + " \"\\xb1\\xb1\\xbe\\xa9\" is configured")), problems());
        // Stored by an earlier version, which had no escapes.
        ssid = RawSsid.of("a\\x5cb");
        configuration = withSsid("a\\b");
        assertEquals(Map.of(BSSID.toString(), Set.of()), problems());
    }

    private static Map<Mac, Announcement> announced(final int radioFrequency, final int widthBits) {
        return Map.of(WTP, new Announcement(WTP, Duration.ofSeconds(1), "attic",
            List.of(new InetSocketAddress("192.0.2.1", 4919)),
            List.of(new Radio(0, WTP, radioFrequency, 20, 20, widthBits << 4 | Radio.ACTIVE_MONITOR, 8, 1))));
    }

    @Test
    void aRadioThatIsNarrowerThanTheVapIsAProblem() {
        announced = announced(2412, 2);
        assertEquals(Map.of(BSSID.toString(), Set.of("its channel is 40 MHz wide, but that of WTP " + WTP
            + " only 20 MHz, so wide frames are lost")), problems());
        for (final int bits : List.of(0, 3, 4, 5, 7)) {
            announced = announced(2412, bits);
            assertEquals(Map.of(BSSID.toString(), Set.of()), problems());
        }
        announced = announced(2437, 2);
        assertEquals(Map.of(BSSID.toString(), Set.of()), problems(), "a radio on another channel");
        announced = announced(2412, 1);
        width = 20;
        assertEquals(Map.of(BSSID.toString(), Set.of()), problems());
    }

    @Test
    void aRefusedLeaseIsAProblem() {
        refusals = Map.of(WTP, "radio.set: the frequency is not possible (-32003): Invalid argument");
        assertEquals(Map.of(BSSID.toString(), Set.of("WTP " + WTP + " refuses its lease: radio.set: the frequency is"
            + " not possible (-32003): Invalid argument")), problems());
    }

    @Test
    void twoVapsWithOneIdAreAProblemOfBoth() {
        assertEquals(Map.of(
                BSSID.toString(), Set.of("VAP " + SAME_ID + " at openflow:1:2 has the same VAP id and is refused"),
                SAME_ID.toString(), Set.of("it is refused: its VAP id is in use by " + BSSID)),
            problems(RefusedVap.inUse(SAME_ID, ELSEWHERE, RawSsid.NONE, BSSID)));
    }

    @Test
    void beaconsFromAnotherPortAreAProblemOfTheVap() {
        assertEquals(Map.of(BSSID.toString(),
                Set.of("beacons with its BSSID also arrive at openflow:1:2 and are refused")),
            problems(RefusedVap.inUse(BSSID, ELSEWHERE, RawSsid.NONE, BSSID)));
    }

    @Test
    void aVapThatTwoHostsNameIsAProblem() {
        hosted.name("north", BSSID);
        hosted.addRival("south", BSSID);
        assertEquals(Map.of(BSSID.toString(), Set.of("VAP host south also names it")), problems());
        assertEquals("north", vaps().get(BSSID.toString()).getHost().getValue());
    }

    @Test
    void theReasonOfARefusalIsShown() {
        assertEquals(Map.of(BSSID.toString(), Set.of("beacons with its BSSID also arrive at openflow:1:2 and are"
                + " refused: no session of a VAP host names it, and it needs one at this port")),
            problems(new RefusedVap(BSSID, ELSEWHERE, RawSsid.NONE, RefusalReason.NO_SESSION, Optional.empty())));
        assertEquals(Set.of("it is refused: its port is not in automatic-vap-port"), problems(new RefusedVap(SAME_ID,
            ELSEWHERE, RawSsid.NONE, RefusalReason.PORT_NOT_ALLOWED, Optional.empty())).get(SAME_ID.toString()));
    }

    @Test
    void aVapThatNeedsASessionIsNotServed() {
        configuration = new CloudmacBuilder().setSettings(new SettingsBuilder().setVapsNeedSession(true).build())
            .build();
        wtps = Set.of();
        assertEquals(Map.of(BSSID.toString(), Set.of("it is not served: no session of a VAP host names it")),
            problems());
    }
}
