// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.graph.LinkLoad.LinkEnd;
import io.cloudmac.impl.graph.LinkLoad.SwitchPortCounters;
import io.cloudmac.impl.openflow.FrameSender;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.NeighbourProbe;
import io.cloudmac.impl.wtp.SignalReport;
import io.cloudmac.impl.wtp.WtpControl;
import io.cloudmac.impl.wtp.WtpControl.SignalListener;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures signals while somebody asks, and reads the counters of links for each question. */
@Component(service = Graph.class)
public final class GraphComponent implements Graph, SignalListener {
    private static final Logger LOG = LoggerFactory.getLogger(GraphComponent.class);
    /** The name under which this part wants signal reports. */
    private static final String ASKER = "graph";
    private static final Duration SLOWEST_REPORTS = Duration.ofSeconds(1);
    private static final Duration FASTEST_REPORTS = Duration.ofMillis(20);

    private final Measurement stations = new Measurement();
    private final Measurement neighbours = new Measurement();
    private final SignalMap heard = new SignalMap();
    private final EventLoop loop;
    private final WtpControl control;
    private final AssignmentSource assignments;
    private final TopologyService topology;
    private final NeighbourProbes probes;
    private final PortReader ports;
    private Registration end = () -> { };
    private int interval;
    private boolean isClosed;

    /** Starts without a measurement. */
    @Activate
    public GraphComponent(@Reference final EventLoop loop, @Reference final WtpControl control,
            @Reference final AssignmentSource assignments, @Reference final TopologyService topology,
            @Reference final FrameSender sender, @Reference final RpcConsumerRegistry rpcs) {
        this.loop = loop;
        this.control = control;
        this.assignments = assignments;
        this.topology = topology;
        probes = new NeighbourProbes(loop, control, assignments, sender);
        ports = new PortReader(rpcs);
    }

    /** Ends all measurements. */
    @Deactivate
    public void close() {
        loop.execute(() -> {
            isClosed = true;
            end.close();
            probes.set(Optional.empty());
            report(Optional.empty());
        });
    }

    @Override
    public CompletionStage<List<HeardSignal>> stations(final Question question, final Optional<Mac> station,
            final Optional<Mac> wtp) {
        return ask(stations, question, () -> {
            final long now = loop.nanoTime();
            return station.map(Stream::of).orElseGet(() -> heard.transmitters().stream())
                .filter(each -> !NeighbourProbe.isProbe(each)).flatMap(each -> heard.of(each, now).stream())
                .filter(signal -> wtp.isEmpty() || signal.place().wtp().equals(wtp.orElseThrow())).toList();
        });
    }

    @Override
    public CompletionStage<NeighbourSignals> neighbours(final Question question, final Optional<Mac> wtp) {
        return ask(neighbours, question, () -> probes.signals(heard, wtp));
    }

    private <T> CompletionStage<T> ask(final Measurement measurement, final Question question,
            final Supplier<T> answer) {
        final CompletableFuture<T> result = new CompletableFuture<>();
        loop.execute(() -> {
            final Duration wait = measurement.ask(question, loop.nanoTime());
            if (wait.isZero()) {
                // A single reader of what others measure begins nothing.
                result.complete(answer.get());
            } else {
                loop.schedule(wait, () -> result.complete(answer.get()));
            }
            update();
        });
        return result;
    }

    /** Measures what the present readers need, until the next of them is gone. */
    private void update() {
        end.close();
        end = () -> { };
        if (isClosed) {
            return;
        }
        final long now = loop.nanoTime();
        final Optional<Duration> probing = neighbours.period(now);
        probes.set(probing);
        report(Stream.of(stations.period(now), probing).flatMap(Optional::stream).min(Duration::compareTo));
        Stream.of(stations.next(now), neighbours.next(now)).flatMap(Optional::stream).min(Duration::compareTo)
            .ifPresent(next -> end = loop.schedule(next, this::update));
    }

    /** Has the agents report twice in a period; empty if nobody asks. */
    private void report(final Optional<Duration> period) {
        final int wanted = period.map(each -> (int) Math.max(FASTEST_REPORTS.toMillis(),
            Math.min(SLOWEST_REPORTS.toMillis(), each.toMillis() / 2))).orElse(0);
        if (wanted == interval) {
            return;
        }
        if (interval == 0) {
            control.addSignalListener(this);
        }
        control.reportSignals(ASKER, wanted);
        if (wanted == 0) {
            control.removeSignalListener(this);
            heard.clear();
        }
        interval = wanted;
        LOG.debug("Signal reports every {} ms", wanted);
    }

    @Override
    public void onSignalReport(final SignalReport report) {
        heard.add(report, loop.nanoTime());
    }

    @Override
    public CompletionStage<List<LinkLoad>> links(final Optional<Mac> address, final Optional<PortId> port) {
        return CompletableFuture.supplyAsync(
            () -> LinkEnds.of(topology.network(), assignments.assignment(), address, port), loop)
            .thenCompose(this::read);
    }

    /** Reads all ports of a switch by one request, and of no other switch. */
    private CompletionStage<List<LinkLoad>> read(final Collection<LinkEnd> ends) {
        final Map<String, Set<PortId>> bySwitch = ends.stream().map(LinkEnd::port)
            .collect(Collectors.groupingBy(PortId::node, Collectors.toSet()));
        final List<CompletableFuture<Map<PortId, SwitchPortCounters>>> answers = bySwitch.entrySet().stream()
            .map(entry -> ports.read(entry.getKey(), entry.getValue()).toCompletableFuture()).toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).thenApply(done -> {
            final Map<PortId, SwitchPortCounters> counters = new HashMap<>();
            answers.forEach(answer -> counters.putAll(answer.join()));
            return ends.stream().map(each -> new LinkLoad(each, Optional.ofNullable(counters.get(each.port()))))
                .toList();
        });
    }
}
