// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.chain.ChainBoard;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.flow.SampleDemand;
import io.cloudmac.impl.qos.QueueSelector;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/** Reads what the flow rules depend on. */
public final class InputReader {
    private final HelloMeters hellos = new HelloMeters();
    private final AssignmentSource assignments;
    private final ConfigurationSource configuration;
    private final TopologyService topology;
    private final QueueSelector selector;
    private final SampleDemand sampleDemand;
    private final Supplier<Set<Mac>> silent;
    private final CopySwitches copies;
    private final ChainBoard chains;
    private QueueLookup queues;
    /** The network and the configuration that the queues were looked up for. */
    private Network network;
    private Cloudmac configured;

    /**
     * Starts with nothing read.
     *
     * @param silent returns the silent VAPs
     * @param copies the switches where stations need rules for copies
     * @param chains the present rules of the chains
     */
    public InputReader(final AssignmentSource assignments, final ConfigurationSource configuration,
            final TopologyService topology, final QueueSelector selector, final SampleDemand sampleDemand,
            final Supplier<Set<Mac>> silent, final CopySwitches copies, final ChainBoard chains) {
        this.assignments = assignments;
        this.configuration = configuration;
        this.topology = topology;
        this.selector = selector;
        this.sampleDemand = sampleDemand;
        this.silent = silent;
        this.copies = copies;
        this.chains = chains;
    }

    /** Records that the queues of ports may have changed. */
    public void onQueuesChanged() {
        queues = null;
    }

    /** Returns the present inputs. */
    public PlanInputs read() {
        final Assignment assignment = assignments.assignment();
        if (queues == null || network != topology.network() || configured != configuration.configuration()) {
            network = topology.network();
            configured = configuration.configuration();
            queues = newLookup();
        }
        hellos.follow(assignment.virtualStations().keySet());
        return new PlanInputs(assignment, network, configuration.get(RadioRules.PART), queues, silent.get(),
            sampleDemand.needsSamples(configuration), hellos, copies, chains.stages());
    }

    /**
     * Returns a new object, which tells the planner that queues may have changed. A lambda could be the same object.
     */
    private QueueLookup newLookup() {
        return new QueueLookup() {
            @Override
            public OptionalLong queue(final PortId port, final int priority) {
                final OptionalInt queue = selector.queue(port.toString(), priority);
                return queue.isPresent() ? OptionalLong.of(queue.getAsInt()) : OptionalLong.empty();
            }
        };
    }
}
