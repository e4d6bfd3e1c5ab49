// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.nfv.HandlerPage;
import io.cloudmac.impl.nfv.HandlerPage.HandlerEntry;
import io.cloudmac.impl.nfv.LvnfAccess;
import io.cloudmac.impl.nfv.LvnfAccess.LvnfException;
import io.cloudmac.impl.nfv.LvnfAccess.LvnfException.LvnfFailure;
import io.cloudmac.impl.nfv.LvnfId;
import io.cloudmac.impl.nfv.PortCounters;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.Json;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.JsonValue;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfReference;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadCounters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadCountersInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadCountersOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadCountersOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadHandler;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadHandlerInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadHandlerOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadHandlerOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.WriteHandler;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.WriteHandlerInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.WriteHandlerOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.WriteHandlerOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.counters.output.Port;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.counters.output.PortBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.handler.output.EntryBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The RPCs read-handler, write-handler and read-counters. */
@Component(service = {})
public final class LvnfRpcs {
    private final LvnfAccess lvnfs;
    private final Registration registration;

    /** Registers the RPCs. */
    @Activate
    public LvnfRpcs(@Reference final RpcProviderService rpcs, @Reference final LvnfAccess lvnfs) {
        this.lvnfs = lvnfs;
        registration = rpcs.registerRpcImplementations((ReadHandler) this::readHandler,
            (WriteHandler) this::writeHandler, (ReadCounters) this::readCounters);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    ListenableFuture<RpcResult<ReadHandlerOutput>> readHandler(final ReadHandlerInput input) {
        return answer(() -> lvnfs.read(lvnf(input), input.requireHandler(),
            Optional.ofNullable(input.getAfter()).map(LvnfRpcs::parse)), LvnfRpcs::output);
    }

    private static ReadHandlerOutput output(final HandlerPage page) {
        return new ReadHandlerOutputBuilder().setMore(page.more())
            .setEntry(page.entries().stream().map(entry -> new EntryBuilder().setKey(text(entry.key()))
                .setValue(text(entry.value())).build()).toList())
            .build();
    }

    ListenableFuture<RpcResult<WriteHandlerOutput>> writeHandler(final WriteHandlerInput input) {
        return answer(() -> {
            final List<JsonNode> deleted = input.getDelete() == null ? List.of()
                : input.getDelete().stream().map(LvnfRpcs::parse).toList();
            final List<HandlerEntry> entries = input.nonnullEntry().values().stream()
                .map(entry -> new HandlerEntry(parse(entry.requireKey()), parse(entry.requireValue()))).toList();
            return lvnfs.write(lvnf(input), input.requireHandler(), deleted, entries);
        }, written -> new WriteHandlerOutputBuilder().setWritten(Uint32.valueOf(written)).build());
    }

    ListenableFuture<RpcResult<ReadCountersOutput>> readCounters(final ReadCountersInput input) {
        return answer(() -> lvnfs.counters(lvnf(input)), counters -> new ReadCountersOutputBuilder()
            .setNodeTime(boxed(counters.nodeMicros()).map(Uint64::valueOf).orElse(null))
            .setPort(counters.ports().stream().map(LvnfRpcs::port).collect(BindingMap.toMap())).build());
    }

    private static Port port(final PortCounters port) {
        return new PortBuilder().setPort(Uint8.valueOf(port.port()))
            .setPacketsIn(Uint64.valueOf(port.packetsIn())).setOctetsIn(Uint64.valueOf(port.octetsIn()))
            .setPacketsOut(Uint64.valueOf(port.packetsOut())).setOctetsOut(Uint64.valueOf(port.octetsOut()))
            .setWaiting(boxed(port.waiting()).map(Uint32::valueOf).orElse(null))
            .setDropped(boxed(port.dropped()).map(Uint64::valueOf).orElse(null)).build();
    }

    private static Optional<Long> boxed(final OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    private static LvnfId lvnf(final LvnfReference input) {
        return new LvnfId(input.requireTenant().getValue(), input.requireLvnf().getValue());
    }

    private static JsonNode parse(final JsonValue value) {
        return Json.parseValue(value.getValue());
    }

    private static JsonValue text(final JsonNode value) {
        return new JsonValue(value.toString());
    }

    /**
     * Answers an RPC.
     *
     * @param request sends the request; throws {@link IllegalArgumentException} for a wrong input,
     *     {@link NoSuchElementException} for an incomplete one
     */
    private static <T, O> ListenableFuture<RpcResult<O>> answer(final Supplier<CompletionStage<T>> request,
            final Function<T, O> output) {
        final CompletionStage<T> sent;
        try {
            sent = request.get();
        } catch (final IllegalArgumentException e) {
            return ConfigurationWriter.refusal(ErrorTag.INVALID_VALUE, e);
        } catch (final NoSuchElementException e) {
            return ConfigurationWriter.refusal(ErrorTag.MISSING_ELEMENT, e);
        }
        final SettableFuture<RpcResult<O>> result = SettableFuture.create();
        sent.thenApply(output).whenComplete((value, thrown) -> {
            if (thrown == null) {
                result.set(RpcResultBuilder.success(value).build());
            } else {
                final Throwable cause = Failures.unwrap(thrown);
                result.set(RpcResultBuilder.<O>failed().withError(ErrorType.APPLICATION, tag(cause),
                    cause.getMessage()).build());
            }
        });
        return result;
    }

    /** Returns the error tag, which determines the status of RESTCONF's answer: 400, 409, 503 or 500. */
    static ErrorTag tag(final Throwable thrown) {
        final LvnfFailure failure = thrown instanceof LvnfException e ? e.failure() : LvnfFailure.FAILED;
        return switch (failure) {
            case UNKNOWN_LVNF, INVALID -> ErrorTag.INVALID_VALUE;
            case ABSENT, NO_ROOM -> ErrorTag.RESOURCE_DENIED;
            case UNANSWERED -> HandoverRpc.UNANSWERED;
            case FAILED -> ErrorTag.OPERATION_FAILED;
        };
    }
}
