// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.cloudmac.impl.changes.ChangeWriter;
import io.cloudmac.impl.changes.TestChanges;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.config.KnownVirtualStations;
import io.cloudmac.impl.config.KnownWtps;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetRadioInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetRadioInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VirtualStationsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vaps.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.virtual.stations.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Power;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcError;

/** The effect of unbind and set-radio on the configuration and the learned state, and VAPs that they refuse. */
class BindingRpcsTest extends AbstractConcurrentDataBrokerTest {
    private static final String BSSID = "02:c1:0d:00:a0:01";
    private static final String STATION = "02:5a:00:00:00:01";
    private static final UnbindInput INPUT = new UnbindInputBuilder().setBssid(new Bssid(BSSID))
        .setStation(new UnicastMac(STATION)).build();

    private static final String OTHER = "02:c1:0d:00:a0:02";

    private final Set<Mac> known = new HashSet<>(Set.of(Mac.parse(BSSID)));
    private final FakeConfiguration configuration = new FakeConfiguration();
    private final LearnedStore learned = mock(LearnedStore.class);
    private BindingRpcs rpcs;

    BindingRpcsTest() {
        super(true);
    }

    @BeforeEach
    void start() throws Exception {
        setup();
        rpcs = rpcs(TestChanges.writer(getDomBroker()));
    }

    private BindingRpcs rpcs(final ChangeWriter writer) {
        final BindingRpcs made = new BindingRpcs(getDataBroker(), mock(RpcProviderService.class), learned,
            mock(Handover.class), configuration, mock(KnownWtps.class), () -> known, writer);
        made.addSource(Set::of);
        return made;
    }

    private boolean unbind(final UnbindInput input) throws Exception {
        return rpcs.unbind(input).get(10, TimeUnit.SECONDS).isSuccessful();
    }

    @Test
    void unbindRemovesTheLearnedStation() throws Exception {
        assertTrue(unbind(INPUT));
        verify(learned).removeStations(Set.of(new StationKey(Mac.parse(BSSID), Mac.parse(STATION))));
    }

    @Test
    void aRefusedUnbindRemovesNothing() throws Exception {
        final BindingRpcs refusing = rpcs(TestChanges.refusing(getDomBroker()));
        // There is a binding, without which nothing is committed that could be refused.
        assertTrue(rpcs.bind(new BindInputBuilder().setBssid(new Bssid(BSSID)).setStation(new UnicastMac(STATION))
            .setWtp(Set.of(new WtpId("02:a9:00:00:00:01"))).build()).get(10, TimeUnit.SECONDS).isSuccessful());
        assertFalse(refusing.unbind(INPUT).get(10, TimeUnit.SECONDS).isSuccessful());
        verify(learned, never()).removeStations(any());
    }

    @Test
    void aPreviewOfAnUnbindRemovesNothing() throws Exception {
        assertTrue(unbind(new UnbindInputBuilder(INPUT).setDryRun(true).build()));
        verify(learned, never()).removeStations(any());
    }

    @Test
    void anUnboundVapKeepsItsStations() throws Exception {
        assertTrue(unbind(new UnbindInputBuilder().setBssid(new Bssid(BSSID)).build()));
        verify(learned, never()).removeStations(any());
    }

    @Test
    void theBssidIsMandatory() throws Exception {
        assertFalse(unbind(new UnbindInputBuilder().setStation(new UnicastMac(STATION)).build()));
    }

    private static SetRadioInput radio(final String bssid, final int power) {
        return new SetRadioInputBuilder().setBssid(new Bssid(bssid)).setPower(new Power((byte) power)).build();
    }

    private String refusal(final SetRadioInput input) throws Exception {
        final RpcError error = rpcs.setRadio(input).get(10, TimeUnit.SECONDS).getErrors().iterator().next();
        assertEquals(ErrorTag.INVALID_VALUE, error.getTag());
        return error.getMessage();
    }

    private boolean set(final SetRadioInput input) throws Exception {
        return rpcs.setRadio(input).get(10, TimeUnit.SECONDS).isSuccessful();
    }

    @Test
    void anUnknownVapIsRefused() throws Exception {
        assertEquals("unknown VAP 02:c1:0d:00:a0:02: it was never discovered, and the configuration does not name it",
            refusal(radio(OTHER, 10)));
        assertFalse(unbind(new UnbindInputBuilder(INPUT).setBssid(new Bssid(OTHER)).build()));
        verify(learned, never()).removeStations(any());
        known.add(Mac.parse(OTHER));
        assertTrue(set(radio(OTHER, 10)));
        assertTrue(unbind(new UnbindInputBuilder(INPUT).setBssid(new Bssid(OTHER)).build()));
    }

    @Test
    void whatTheConfigurationNamesIsKnown() throws Exception {
        // The rule of the first call is in the datastore, and the controller has not read it yet.
        assertTrue(set(radio(BSSID, 10)));
        known.clear();
        assertTrue(set(radio(BSSID, 11)));
        configuration.set(new CloudmacBuilder().setVaps(new VapsBuilder().setVap(BindingMap.of(
            new VapBuilder().setBssid(new Bssid(OTHER)).build())).build()).build());
        assertTrue(set(radio(OTHER, 10)));
    }

    @Test
    void aVirtualStationIsKnown() throws Exception {
        final KnownVirtualStations source = () -> Set.of(Mac.parse(OTHER));
        rpcs.addSource(source);
        assertTrue(set(radio(OTHER, 10)));
        rpcs.removeSource(source);
        configuration.set(new CloudmacBuilder().setVirtualStations(new VirtualStationsBuilder().setVirtualStation(
            BindingMap.of(new VirtualStationBuilder().setStation(new UnicastMac("02:c1:0d:00:a0:03")).build()))
            .build()).build());
        assertTrue(set(radio("02:c1:0d:00:a0:03", 10)));
    }
}
