// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.chain.ChainSteering;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.migration.MigrationRun.MoveTools;
import io.cloudmac.impl.nfv.LvnfHosts;
import io.cloudmac.impl.nfv.LvnfId;
import io.cloudmac.impl.nfv.LvnfMover;
import io.cloudmac.impl.packetnode.PacketNodeControl;
import io.cloudmac.impl.packetnode.PacketNodeDetails;
import io.cloudmac.impl.session.SessionState;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Moves LVNFs whose configured packet node changes. */
@Component(service = {}, immediate = true)
public final class MigrationComponent implements LvnfMover {
    /** Each migration has three numbers of markers, with at most 53 bits. */
    private static final long NUMBERS = 4;
    private static final long LAST_MIGRATION = (1L << 53) / NUMBERS;

    private final Map<LvnfId, MigrationRun> runs = new HashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final MoveTools tools;
    private final EventJournal events;
    private final Registration registration;

    /** Starts to move LVNFs. */
    @Activate
    public MigrationComponent(@Reference final ReadContainers containers, @Reference final PacketNodeControl control,
            @Reference final EventLoop loop, @Reference final LvnfHosts hosts,
            @Reference final ChainSteering steering, @Reference final EventJournal events) {
        this.events = events;
        tools = new MoveTools(loop, new OpenNodes(control, containers.packetNodes()), steering, hosts);
        registration = hosts.register(this);
    }

    /** Stops. The nodes and switches keep what they have. */
    @Deactivate
    public void close() {
        registration.close();
    }

    @Override
    public void move(final MoveOrder order) {
        final MigrationRun run = new MigrationRun(order, tools, NUMBERS * random.nextLong(1, LAST_MIGRATION),
            (last, problem) -> onEnd(order, last, problem));
        runs.put(order.id(), run);
        // The caller goes on to work on the same LVNF.
        tools.loop().execute(run::start);
    }

    private void onEnd(final MoveOrder order, final MoveStep last, final Optional<String> problem) {
        runs.remove(order.id());
        events.add(NetworkEvent.of(last == MoveStep.MOVED ? EventKind.MIGRATION_ENDED : EventKind.MIGRATION_FAILED)
            .named(order.id().tenant() + "/" + order.id().lvnf())
            .saying("from packet node " + order.from() + " to " + order.to()
                + problem.map(text -> ": " + text).orElse("")));
    }

    @Override
    public void cancel(final LvnfId id) {
        runs.get(id).cancel();
    }

    @Override
    public void lost(final String node) {
        List.copyOf(runs.values()).forEach(run -> run.lost(node));
    }

    /** The packet nodes that have a session. */
    private record OpenNodes(PacketNodeControl control, WatchedContainer<PacketNodes> configured)
            implements MoveNodes {
        @Override
        public CompletionStage<ObjectNode> request(final String node, final String method, final ObjectNode params) {
            return control.request(node, method, params);
        }

        @Override
        public Optional<String> ofSwitch(final String switchId) {
            final Map<String, PacketNodeDetails> nodes = control.nodes();
            return configured.current().nonnullPacketNode().values().stream()
                .filter(node -> node.getSwitch() != null && node.getSwitch().getValue().equals(switchId))
                .map(node -> node.requireName().getValue()).filter(name -> nodes.containsKey(name)
                    && nodes.get(name).state() == SessionState.UP).min(String::compareTo);
        }
    }
}
