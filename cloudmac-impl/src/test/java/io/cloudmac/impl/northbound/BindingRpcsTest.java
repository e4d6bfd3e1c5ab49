// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.config.KnownWtps;
import io.cloudmac.impl.core.FlakyBroker;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;

/** The effect of unbind on the configuration and the learned state. */
class BindingRpcsTest extends AbstractConcurrentDataBrokerTest {
    private static final String BSSID = "02:c1:0d:00:a0:01";
    private static final String STATION = "02:5a:00:00:00:01";
    private static final UnbindInput INPUT = new UnbindInputBuilder().setBssid(new Bssid(BSSID))
        .setStation(new UnicastMac(STATION)).build();

    private final LearnedStore learned = mock(LearnedStore.class);
    private FlakyBroker flaky;
    private BindingRpcs rpcs;

    BindingRpcsTest() {
        super(true);
    }

    @BeforeEach
    void start() throws Exception {
        setup();
        flaky = new FlakyBroker(getDataBroker());
        rpcs = new BindingRpcs(flaky, mock(RpcProviderService.class), learned, mock(Handover.class),
            new FakeConfiguration(), mock(KnownWtps.class));
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
        flaky.fail(1, 1);
        assertFalse(unbind(INPUT));
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
}
