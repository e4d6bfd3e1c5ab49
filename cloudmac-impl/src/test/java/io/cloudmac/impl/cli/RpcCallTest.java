// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.ForwardingListenableFuture;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.handover.Handover;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.karaf.shell.api.action.Action;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.DrainWtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOver;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStation;
import org.opendaylight.yangtools.yang.common.RpcResult;

/** How long the Karaf commands wait for an RPC. */
class RpcCallTest {
    private static final String WTP = "02:c1:0d:aa:00:02";
    private static final String STATION = "02:5a:00:00:00:01";
    /** Time after which the datastore fails a request. */
    private static final Duration DATASTORE_LIMIT = Duration.ofSeconds(120);

    private final RpcConsumerRegistry rpcs = mock(RpcConsumerRegistry.class);
    private Duration waited;

    /** Returns an answer that does not come, and records how long a caller waits for it. */
    private <T> ListenableFuture<RpcResult<T>> silence() {
        return new ForwardingListenableFuture<>() {
            @Override
            protected ListenableFuture<RpcResult<T>> delegate() {
                return SettableFuture.create();
            }

            @Override
            public RpcResult<T> get(final long timeout, final TimeUnit unit) throws TimeoutException {
                waited = Duration.of(timeout, unit.toChronoUnit());
                throw new TimeoutException("the test does not wait");
            }
        };
    }

    private static void set(final Action command, final String field, final Object value) throws Exception {
        final var declared = command.getClass().getDeclaredField(field);
        declared.setAccessible(true);
        declared.set(command, value);
    }

    private String run(final Action command) throws Exception {
        set(command, "rpcs", rpcs);
        set(command, "wtp", WTP);
        return assertThrows(IllegalStateException.class, command::execute).getMessage();
    }

    @Test
    void aHandoverIsAwaitedToItsEnd() throws Exception {
        when(rpcs.getRpc(HandOver.class)).thenReturn(input -> silence());
        final Action command = new HandoverCommand();
        set(command, "bssid", "02:00:00:00:12:34");
        set(command, "station", STATION);
        assertEquals("the RPC did not answer within " + waited(command) + " s; it may still take effect",
            run(command));
    }

    private long waited(final Action command) throws Exception {
        run(command);
        assertTrue(waited.compareTo(Handover.MAX_DURATION) > 0, waited.toString());
        return waited.toSeconds();
    }

    @Test
    void theHandoverOfAVirtualStationIsAwaitedToItsEnd() throws Exception {
        when(rpcs.getRpc(HandOverVirtualStation.class)).thenReturn(input -> silence());
        final Action command = new HandoverVirtualStationCommand();
        set(command, "station", STATION);
        waited(command);
    }

    @Test
    void aWriteIsAwaitedLongerThanTheDatastoreTakes() throws Exception {
        when(rpcs.getRpc(DrainWtp.class)).thenReturn(input -> silence());
        run(new DrainCommand());
        assertTrue(waited.compareTo(DATASTORE_LIMIT) > 0, waited.toString());
    }
}
