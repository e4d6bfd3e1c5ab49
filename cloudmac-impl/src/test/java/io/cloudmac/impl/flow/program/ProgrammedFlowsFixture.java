// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.FluentFuture;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.chain.ChainBoard;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.FlakyBroker;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.qos.QueueSelector;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.TopologyService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.mockito.stubbing.Answer;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.binding.spi.ForwardingDataBroker;
import org.opendaylight.mdsal.binding.spi.ForwardingWriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yangtools.concepts.Registration;

/** The flow rules of fake switches, with a datastore, sources that the test changes, and a virtual clock. */
abstract class ProgrammedFlowsFixture extends AbstractConcurrentDataBrokerTest {
    private static final Cloudmac CONFIGURATION = new CloudmacBuilder().build();

    final ManualLoop loop = new ManualLoop();
    final List<Runnable> sources = new ArrayList<>();
    final QueueSelector queues = mock(QueueSelector.class);
    final AssignmentSource assignments = mock(AssignmentSource.class);
    final TopologyService topology = mock(TopologyService.class);
    private final Map<String, FakeOpenFlowSwitch> fakes = new TreeMap<>();
    FlakyBroker broker;
    Assignment assignment;
    boolean sampling;
    /** How often the assignment was read, once for each computation of the rules. */
    int computed;
    Network network;
    ProgrammedFlows flows;

    /** All switches of the network are connected. */
    ProgrammedFlowsFixture(final Assignment assignment, final Network network) {
        super(false);
        this.assignment = assignment;
        this.network = network;
        network.connected().forEach(node -> fakes.put(node, new FakeOpenFlowSwitch(node)));
    }

    /** Returns the planned rules. */
    final List<Rule> wanted() {
        return flows.status().stream().map(FlowStatus::rule).toList();
    }

    /** Returns the states that planned rules have. */
    final Set<FlowStatus.RuleState> states() {
        return flows.status().stream().map(FlowStatus::state).collect(Collectors.toSet());
    }

    final FakeOpenFlowSwitch fake(final String node) {
        return fakes.get(node);
    }

    @BeforeEach
    void start() throws Exception {
        setup();
        broker = new FlakyBroker(waiting(getDataBroker()));
        final Answer<Registration> register = call -> {
            final Runnable task = call.getArgument(0);
            sources.add(task);
            return () -> sources.remove(task);
        };
        when(assignments.assignment()).thenAnswer(call -> {
            computed++;
            return assignment;
        });
        when(assignments.listen(any())).thenAnswer(register);
        final FakeConfiguration configuration = new FakeConfiguration(() -> CONFIGURATION, sources);
        when(topology.network()).thenAnswer(call -> network);
        when(topology.listenToNetwork(any())).thenAnswer(register);
        when(queues.queue(anyString(), anyInt())).thenReturn(OptionalInt.empty());
        when(queues.listen(any())).thenAnswer(register);
        flows = new ProgrammedFlows(broker, FakeOpenFlowSwitch.rpcs(fakes), loop, assignments, configuration, topology,
            queues, source -> sampling, new ChainBoard(loop));
        change();
    }

    /** Returns a broker whose commits have ended when they return, so that a test need not wait for them. */
    private static DataBroker waiting(final DataBroker real) {
        return new ForwardingDataBroker() {
            @Override
            protected DataBroker delegate() {
                return real;
            }

            @Override
            public WriteTransaction newWriteOnlyTransaction() {
                return new ForwardingWriteTransaction(super.newWriteOnlyTransaction()) {
                    @Override
                    public FluentFuture<? extends CommitInfo> commit() {
                        final FluentFuture<? extends CommitInfo> done = super.commit();
                        try {
                            done.get(10, TimeUnit.SECONDS);
                        } catch (final InterruptedException | ExecutionException | TimeoutException e) {
                            throw new IllegalStateException(e);
                        }
                        return done;
                    }
                };
            }
        };
    }

    /** Lets all sources report a change at once. */
    void change() {
        List.copyOf(sources).forEach(Runnable::run);
        loop.run();
    }

    void assign(final Assignment now) {
        assignment = now;
        change();
    }
}
