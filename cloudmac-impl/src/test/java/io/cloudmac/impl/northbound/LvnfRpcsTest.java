// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.nfv.HandlerPage;
import io.cloudmac.impl.nfv.HandlerPage.HandlerEntry;
import io.cloudmac.impl.nfv.LvnfAccess;
import io.cloudmac.impl.nfv.LvnfAccess.LvnfException;
import io.cloudmac.impl.nfv.LvnfAccess.LvnfException.LvnfFailure;
import io.cloudmac.impl.nfv.LvnfCounters;
import io.cloudmac.impl.nfv.LvnfId;
import io.cloudmac.impl.nfv.PortCounters;
import io.cloudmac.impl.session.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.JsonValue;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadCountersInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadHandlerInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.WriteHandlerInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.write.handler.input.EntryBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcError;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** The inputs, outputs and errors of the RPCs for LVNFs. */
class LvnfRpcsTest {
    private static final TenantName TENANT = new TenantName("guests");
    private static final LvnfName NAME = new LvnfName("a");
    private static final LvnfId LVNF = new LvnfId("guests", "a");

    private final LvnfAccess lvnfs = mock(LvnfAccess.class);
    private final LvnfRpcs rpcs = new LvnfRpcs(mock(RpcProviderService.class), lvnfs);

    private static JsonValue json(final String text) {
        return new JsonValue(text);
    }

    private static RpcError error(final ListenableFuture<? extends RpcResult<?>> future) throws Exception {
        final RpcResult<?> result = future.get();
        assertFalse(result.isSuccessful());
        return result.getErrors().iterator().next();
    }

    @Test
    void aHandlerIsReadAfterAKey() throws Exception {
        when(lvnfs.read(LVNF, "counts", Optional.of(Json.parseValue("{\"ip\":7}")))).thenReturn(
            CompletableFuture.completedFuture(new HandlerPage(List.of(new HandlerEntry(Json.parseValue("\"x\""),
                Json.parseValue("[1, 2]"))), true)));
        final var output = rpcs.readHandler(new ReadHandlerInputBuilder().setTenant(TENANT).setLvnf(NAME)
            .setHandler("counts").setAfter(json(" {\"ip\": 7}")).build()).get().getResult();
        assertTrue(output.getMore());
        assertEquals(json("\"x\""), output.nonnullEntry().get(0).getKey());
        assertEquals(json("[1,2]"), output.nonnullEntry().get(0).getValue());
    }

    @Test
    void entriesAreDeletedAndWritten() throws Exception {
        when(lvnfs.write(any(), any(), any(), any())).thenReturn(CompletableFuture.completedFuture(1L));
        final var output = rpcs.writeHandler(new WriteHandlerInputBuilder().setTenant(TENANT).setLvnf(NAME)
            .setHandler("counts").setDelete(Set.of(json("3"))).setEntry(BindingMap.of(new EntryBuilder()
                .setKey(json("4")).setValue(json("null")).build())).build()).get().getResult();
        assertEquals(Uint32.ONE, output.getWritten());
        verify(lvnfs).write(LVNF, "counts", List.of(Json.parseValue("3")),
            List.of(new HandlerEntry(Json.parseValue("4"), Json.parseValue("null"))));
    }

    @Test
    void countersAreRead() throws Exception {
        when(lvnfs.counters(LVNF)).thenReturn(CompletableFuture.completedFuture(new LvnfCounters(OptionalLong.of(7),
            List.of(new PortCounters(1, 2, 3, 4, 5, OptionalLong.empty(), OptionalLong.of(6))))));
        final var output = rpcs.readCounters(new ReadCountersInputBuilder().setTenant(TENANT).setLvnf(NAME).build())
            .get().getResult();
        assertEquals(Uint64.valueOf(7), output.getNodeTime());
        final var port = output.nonnullPort().values().iterator().next();
        assertEquals(Uint64.valueOf(5), port.getOctetsOut());
        assertNull(port.getWaiting());
        assertEquals(Uint64.valueOf(6), port.getDropped());
    }

    @Test
    void anInputIsCheckedBeforeTheNodeIsAsked() throws Exception {
        final RpcError wrong = error(rpcs.readHandler(new ReadHandlerInputBuilder().setTenant(TENANT).setLvnf(NAME)
            .setHandler("counts").setAfter(json("{ip}")).build()));
        assertEquals(ErrorTag.INVALID_VALUE, wrong.getTag());
        assertTrue(wrong.getMessage().startsWith("'{ip}' is not JSON"), wrong.getMessage());
        assertEquals(ErrorTag.INVALID_VALUE, error(rpcs.readHandler(new ReadHandlerInputBuilder().setTenant(TENANT)
            .setLvnf(NAME).setHandler("counts").setAfter(json("1 2")).build())).getTag());
        assertEquals(ErrorTag.MISSING_ELEMENT, error(rpcs.readHandler(new ReadHandlerInputBuilder().setTenant(TENANT)
            .setLvnf(NAME).build())).getTag());
        assertEquals(ErrorTag.MISSING_ELEMENT, error(rpcs.readCounters(new ReadCountersInputBuilder()
            .setTenant(TENANT).build())).getTag());
    }

    @Test
    void eachFailureHasItsTag() throws Exception {
        final Map<LvnfFailure, ErrorTag> tags = Map.of(LvnfFailure.UNKNOWN_LVNF, ErrorTag.INVALID_VALUE,
            LvnfFailure.INVALID, ErrorTag.INVALID_VALUE, LvnfFailure.ABSENT, ErrorTag.RESOURCE_DENIED,
            LvnfFailure.NO_ROOM, ErrorTag.RESOURCE_DENIED, LvnfFailure.UNANSWERED, HandoverRpc.UNANSWERED,
            LvnfFailure.FAILED, ErrorTag.OPERATION_FAILED);
        for (final LvnfFailure failure : LvnfFailure.values()) {
            when(lvnfs.counters(LVNF)).thenReturn(CompletableFuture.failedFuture(
                new LvnfException(failure, "as requested by the test")));
            final RpcError error = error(rpcs.readCounters(new ReadCountersInputBuilder().setTenant(TENANT)
                .setLvnf(NAME).build()));
            assertEquals(tags.get(failure), error.getTag());
            assertEquals("as requested by the test", error.getMessage());
        }
    }
}
