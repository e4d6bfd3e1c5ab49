// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.graph.Graph;
import io.cloudmac.impl.graph.HeardSignal;
import io.cloudmac.impl.graph.LinkLoad;
import io.cloudmac.impl.graph.NeighbourSignals;
import io.cloudmac.impl.graph.NeighbourSignals.NeighbourSignal;
import io.cloudmac.impl.graph.Question;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadLqm;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadLqmInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadLqmOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadLqmOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadNcqm;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadNcqmInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadNcqmOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadNcqmOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadUcqm;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadUcqmInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadUcqmOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadUcqmOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.SignalQuestion;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.lqm.output.Link;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.lqm.output.LinkBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.ncqm.output.Signal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.ncqm.output.SignalBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.ncqm.output.SilentBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Decimal64;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The RPCs read-ucqm, read-ncqm and read-lqm. */
@Component(service = {})
public final class GraphRpcs {
    private static final Duration LISTEN = Duration.ofSeconds(1);

    private final Graph graph;
    private final Registration registration;

    /** Registers the RPCs. */
    @Activate
    public GraphRpcs(@Reference final RpcProviderService rpcs, @Reference final Graph graph) {
        this.graph = graph;
        registration = rpcs.registerRpcImplementations((ReadUcqm) this::readUcqm, (ReadNcqm) this::readNcqm,
            (ReadLqm) this::readLqm);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    ListenableFuture<RpcResult<ReadUcqmOutput>> readUcqm(final ReadUcqmInput input) {
        return answer(graph.stations(question(input), address(input.getStation()), address(input.getWtp())),
            found -> new ReadUcqmOutputBuilder().setSignal(found.stream().map(GraphRpcs::station)
                .collect(BindingMap.toMap())).build());
    }

    ListenableFuture<RpcResult<ReadNcqmOutput>> readNcqm(final ReadNcqmInput input) {
        return answer(graph.neighbours(question(input), address(input.getWtp())), GraphRpcs::output);
    }

    ListenableFuture<RpcResult<ReadLqmOutput>> readLqm(final ReadLqmInput input) {
        return answer(graph.links(address(input.getAddr()),
            Optional.ofNullable(input.getPort()).flatMap(port -> PortId.parse(port.getValue()))),
            found -> new ReadLqmOutputBuilder().setLink(found.stream().map(GraphRpcs::link)
                .collect(BindingMap.toMap())).build());
    }

    private static Question question(final SignalQuestion input) {
        return new Question(Optional.ofNullable(input.getEvery()).map(every -> Duration.ofMillis(every.longValue())),
            input.getListen() == null ? LISTEN : Duration.ofMillis(input.getListen().longValue()));
    }

    private static Optional<Mac> address(final UnicastMac address) {
        return Optional.ofNullable(address).map(each -> Mac.parse(each.getValue()));
    }

    private static org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.ucqm.output.Signal station(
            final HeardSignal heard) {
        return new org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.ucqm.output.SignalBuilder()
            .setStation(mac(heard.transmitter())).setWtp(wtp(heard.place().wtp()))
            .setRadio(Uint8.valueOf(heard.place().radio())).setAverage(average(heard)).setLast((short) heard.last())
            .setFrames(Uint64.valueOf(heard.frames())).setAge(age(heard)).build();
    }

    private static ReadNcqmOutput output(final NeighbourSignals found) {
        return new ReadNcqmOutputBuilder()
            .setSignal(found.signals().stream().map(GraphRpcs::neighbour).collect(BindingMap.toMap()))
            .setSilent(found.silent().entrySet().stream().map(entry -> new SilentBuilder()
                .setWtp(wtp(entry.getKey().wtp())).setRadio(Uint8.valueOf(entry.getKey().radio()))
                .setReason(entry.getValue()).build()).collect(BindingMap.toMap())).build();
    }

    private static Signal neighbour(final NeighbourSignal found) {
        final HeardSignal heard = found.signal();
        return new SignalBuilder().setNeighbour(wtp(found.from().wtp()))
            .setNeighbourRadio(Uint8.valueOf(found.from().radio())).setFrequency(Uint16.valueOf(found.frequency()))
            .setWtp(wtp(heard.place().wtp())).setRadio(Uint8.valueOf(heard.place().radio()))
            .setAverage(average(heard)).setLast((short) heard.last()).setFrames(Uint64.valueOf(heard.frames()))
            .setAge(age(heard)).build();
    }

    private static Link link(final LinkLoad load) {
        final LinkBuilder link = new LinkBuilder().setPort(new SwitchPort(load.end().port().toString()))
            .setKind(switch (load.end().kind()) {
                case WTP -> Link.Kind.Wtp;
                case VAP -> Link.Kind.Vap;
                case SWITCH -> Link.Kind.Switch;
                case OTHER -> Link.Kind.Other;
            })
            .setAddr(load.end().addresses().stream().map(GraphRpcs::mac).collect(Collectors.toSet()))
            .setPeer(load.end().peer().map(peer -> new SwitchPort(peer.toString())).orElse(null));
        load.counters().ifPresent(counters -> link.setPortTime(Uint64.valueOf(counters.portMicros()))
            .setPacketsIn(Uint64.valueOf(counters.packetsIn())).setOctetsIn(Uint64.valueOf(counters.octetsIn()))
            .setPacketsOut(Uint64.valueOf(counters.packetsOut())).setOctetsOut(Uint64.valueOf(counters.octetsOut()))
            .setDroppedIn(Uint64.valueOf(counters.droppedIn())).setDroppedOut(Uint64.valueOf(counters.droppedOut())));
        return link.build();
    }

    private static UnicastMac mac(final Mac address) {
        return new UnicastMac(address.toString());
    }

    private static WtpId wtp(final Mac address) {
        return new WtpId(mac(address));
    }

    private static Decimal64 average(final HeardSignal heard) {
        return Decimal64.valueOf(BigDecimal.valueOf(heard.average()).setScale(1, RoundingMode.HALF_UP));
    }

    private static Uint32 age(final HeardSignal heard) {
        return Uint32.valueOf(heard.age().toMillis());
    }

    private static <T, O> ListenableFuture<RpcResult<O>> answer(final CompletionStage<T> asked,
            final Function<T, O> output) {
        final SettableFuture<RpcResult<O>> result = SettableFuture.create();
        asked.thenApply(output).whenComplete((value, thrown) -> {
            if (thrown == null) {
                result.set(RpcResultBuilder.success(value).build());
            } else {
                final Throwable cause = Failures.unwrap(thrown);
                result.set(RpcResultBuilder.<O>failed().withError(ErrorType.APPLICATION,
                    cause instanceof IllegalArgumentException ? ErrorTag.INVALID_VALUE : ErrorTag.OPERATION_FAILED,
                    cause.getMessage()).build());
            }
        });
        return result;
    }
}
