// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.impl.chain.LvnfMove;
import io.cloudmac.impl.chain.LvnfPlaces;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.nfv.HandlerPage.HandlerEntry;
import io.cloudmac.impl.packetnode.PacketNodeControl;
import io.cloudmac.impl.state.StateParts;
import io.cloudmac.impl.topology.PortId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNodeKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchId;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Keeps all packet nodes as configured, publishes their state, and passes on requests for LVNFs. */
@Component(service = { LvnfAccess.class, LvnfPlaces.class, LvnfHosts.class }, immediate = true)
public final class NfvComponent implements LvnfAccess, LvnfPlaces, LvnfHosts {
    private final LvnfRequests requests;
    private final NodeKeepers keepers;
    private final EventLoop loop;
    private final LvnfPorts ports;
    private final List<Registration> registrations;

    /** Starts to keep the nodes. */
    @Activate
    public NfvComponent(@Reference final ReadContainers containers, @Reference final PacketNodeControl control,
            @Reference final EventLoop loop, @Reference final StateParts parts) {
        final Set<LvnfId> changed = new HashSet<>();
        this.loop = loop;
        keepers = new NodeKeepers(loop, lvnf -> {
            changed.add(lvnf);
            onChange(lvnf);
        });
        final WatchedContainer<PacketNodes> nodes = containers.packetNodes();
        ports = new LvnfPorts(loop, keepers::of, node -> switchOf(nodes.current(), node));
        final WatchedContainer<Tenants> tenants = containers.tenants();
        requests = new LvnfRequests(control, keepers, loop);
        // Each task reads the newest configuration, so a change that the first one has seen does no harm.
        final Registration changes = tenants.listen(change -> {
            final TenantChange concerned = TenantChange.of(change);
            loop.execute(() -> keepers.update(concerned, tenants.current()));
        });
        final Registration places = nodes.listen(change -> loop.execute(ports::onSwitches));
        // Before the first session is heard of: a node is never compared with a configuration that was not read.
        loop.execute(() -> keepers.update(TenantChange.ALL, tenants.current()));
        registrations = List.of(changes, places, control.listen(keepers.listener()),
            parts.add(new NfvPublisher(control, keepers, changed)), () -> loop.execute(keepers::close));
    }

    private void onChange(final LvnfId lvnf) {
        ports.onChange(lvnf);
    }

    private static Optional<String> switchOf(final PacketNodes nodes, final String name) {
        return Optional.ofNullable(nodes.nonnullPacketNode().get(new PacketNodeKey(new PacketNodeName(name))))
            .map(PacketNode::getSwitch).map(SwitchId::getValue);
    }

    /** Stops. The nodes keep what they have. */
    @Deactivate
    public void close() {
        registrations.forEach(Registration::close);
    }

    @Override
    public Optional<PortId> port(final String tenant, final String lvnf, final int port) {
        return ports.port(tenant, lvnf, port);
    }

    @Override
    public boolean isLvnf(final PortId port) {
        return ports.isLvnf(port);
    }

    @Override
    public Registration listen(final Runnable changed) {
        return ports.listen(changed);
    }

    @Override
    public Registration register(final LvnfMover mover) {
        loop.execute(() -> keepers.mover(mover));
        return () -> loop.execute(() -> keepers.mover(null));
    }

    @Override
    public CompletionStage<LvnfMove> prepare(final LvnfId id) {
        return keepers.prepare(id).thenApply(added -> {
            final List<Map<Integer, PortId>> places = keepers.places(id).stream()
                .map(node -> keepers.find(node).flatMap(keeper -> ports.at(keeper, id)).orElse(Map.of())).toList();
            return new LvnfMove(id.tenant(), id.lvnf(), places.get(0), places.get(1));
        });
    }

    @Override
    public void arrived(final LvnfId id) {
        keepers.arrived(id);
    }

    @Override
    public void moved(final LvnfId id) {
        keepers.moved(id);
    }

    @Override
    public void stayed(final LvnfId id) {
        keepers.stayed(id);
    }

    @Override
    public Optional<LvnfHost> host(final LvnfId id) {
        return keepers.host(id).map(lvnf -> new LvnfHost(lvnf.node(), id.atNode()));
    }

    @Override
    public void report(final LvnfId id, final MoveReport report) {
        keepers.report(id, report);
    }

    @Override
    public CompletionStage<HandlerPage> read(final LvnfId lvnf, final String handler, final Optional<JsonNode> after) {
        return requests.read(lvnf, handler, after);
    }

    @Override
    public CompletionStage<Long> write(final LvnfId lvnf, final String handler, final List<JsonNode> deleted,
            final List<HandlerEntry> entries) {
        return requests.write(lvnf, handler, deleted, entries);
    }

    @Override
    public CompletionStage<LvnfCounters> counters(final LvnfId lvnf) {
        return requests.counters(lvnf);
    }
}
