// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.contains;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.jsonrpc.OvsdbException;
import io.cloudmac.ovsdb.plan.Tables;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.After;
import org.junit.Test;

/** Checks which of two connections with the name of one switch stays. */
public class SwitchRegistryTest {
    private static final UUID ROOT = new UUID(1, 1);
    private static final Duration SHORT = Duration.ofMillis(1);

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(1);
    private final SwitchRegistry registry = new SwitchRegistry(new Reconciler.Delays(SHORT, SHORT, SHORT), threads,
        mock(OperationalWriter.class), EntryNotifier.NONE, new LocalOwnership());
    private final CompletableFuture<Object> answer = new CompletableFuture<>();
    private final OvsdbConnection first = connection("10.0.0.1", false);
    private final OvsdbConnection second = connection("10.0.0.2", false);

    @After
    public void stop() {
        registry.stop();
        threads.shutdownNow();
    }

    @Test
    public void newcomerIsRefusedWhenTheFirstAnswers() {
        registry.connected(first);
        registry.connected(second);
        verify(first, never()).close(any());
        verify(second, never()).close(any());
        answer.complete(null);
        verify(second).close(contains("is alive"));
        verify(first, never()).close(any());
    }

    @Test
    public void newcomerReplacesAHalfOpenConnection() {
        registry.connected(first);
        registry.connected(second);
        registry.disconnected(first);
        answer.completeExceptionally(new OvsdbException(null, "connection lost"));
        verify(second, never()).close(any());
        final OvsdbConnection third = connection("10.0.0.3", false);
        registry.connected(third);
        verify(second).probe();
    }

    @Test
    public void oneNewcomerWaitsAtATime() {
        registry.connected(first);
        registry.connected(second);
        final OvsdbConnection third = connection("10.0.0.3", false);
        registry.connected(third);
        verify(third).close(contains("is alive"));
        registry.disconnected(second);
        final OvsdbConnection fourth = connection("10.0.0.4", false);
        registry.connected(fourth);
        answer.complete(null);
        verify(fourth).close(contains("is alive"));
    }

    @Test
    public void connectionOfAnotherPeerDoesNotReplaceTheOneThatTheControllerOpened() {
        final OvsdbConnection opened = connection("10.0.0.1", true);
        registry.connected(opened);
        registry.connected(second);
        answer.complete(null);
        verify(second).close(contains("is alive"));
        verify(opened, never()).close(any());
    }

    @Test
    public void connectionWithAnotherCertificateDoesNotReplaceTheOneThatTheControllerOpened() {
        final OvsdbConnection opened = connection("10.0.0.1", true);
        final OvsdbConnection other = connection("10.0.0.1", false);
        when(opened.certificate()).thenReturn(Optional.of(mock(Certificate.class)));
        when(other.certificate()).thenReturn(Optional.of(mock(Certificate.class)));
        registry.connected(opened);
        registry.connected(other);
        answer.complete(null);
        verify(other).close(contains("is alive"));
        verify(opened, never()).close(any());
    }

    @Test
    public void connectionOfTheSamePeerReplacesTheOneThatTheControllerOpened() {
        final OvsdbConnection opened = connection("10.0.0.1", true);
        registry.connected(opened);
        registry.connected(first);
        verify(opened).close(any());
        verify(first, never()).close(any());
    }

    private OvsdbConnection connection(final String address, final boolean outgoing) {
        final OvsdbConnection connection = mock(OvsdbConnection.class);
        when(connection.remote()).thenReturn(new InetSocketAddress(address, 40000));
        when(connection.outgoing()).thenReturn(outgoing);
        when(connection.certificate()).thenReturn(Optional.empty());
        when(connection.snapshot()).thenReturn(new Snapshot(Map.of(Tables.OPEN_VSWITCH,
            Map.of(ROOT, new Row(ROOT, Map.of(Tables.EXTERNAL_IDS, Datum.ofMap(Map.of())))))));
        when(connection.transact(any())).thenReturn(new CompletableFuture<>());
        doReturn(answer).when(connection).probe();
        return connection;
    }
}
