// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.packetnode.PacketNodeControl;
import io.cloudmac.impl.packetnode.PacketNodeControl.OpenSession;
import io.cloudmac.impl.packetnode.PacketNodeControl.PacketNodeListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.mdsal.binding.api.DataObjectModification.ModificationType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Keeps the triggers of all nodes as configured, and their events for readers. */
@Component(service = TriggerEvents.class, immediate = true)
public final class TriggerComponent implements TriggerEvents {
    private static final String EVENT = "trigger.event";

    private final List<Consumer<TriggerEvent>> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, TriggerKeeper> keepers = new HashMap<>();
    /** The nodes that have triggers of a tenant. */
    private final Map<String, Set<String>> places = new HashMap<>();
    private final EventLoop loop;
    private final WatchedContainer<Tenants> tenants;
    private final EventLog log;
    private final List<Registration> registrations;

    /** Starts to keep the triggers. */
    @Activate
    public TriggerComponent(@Reference final ReadContainers containers, @Reference final PacketNodeControl control,
            @Reference final EventLoop loop) {
        this.loop = loop;
        tenants = containers.tenants();
        log = new EventLog(loop, ThreadLocalRandom.current().nextLong(1, 1L << 53));
        // Each task reads the newest configuration, so a change that the first one has seen does no harm.
        final Registration changes = tenants.listen(change -> {
            final Set<String> concerned = concerned(change);
            loop.execute(() -> concerned.forEach(this::update));
        });
        loop.execute(() -> names(tenants.current()).forEach(this::update));
        registrations = List.of(changes, control.listen(new SessionListener()));
    }

    /** Stops. The nodes keep what they have. */
    @Deactivate
    public void close() {
        registrations.forEach(Registration::close);
        loop.execute(() -> keepers.values().forEach(TriggerKeeper::lost));
    }

    private static Set<String> names(final Tenants all) {
        final Set<String> names = new HashSet<>();
        all.nonnullTenant().keySet().forEach(key -> names.add(key.getName().getValue()));
        return names;
    }

    /** Returns the tenants whose triggers, or whose places of LVNFs, a change concerns. */
    private static Set<String> concerned(final DataObjectModification<Tenants> change) {
        final Set<String> names = new HashSet<>();
        if (change.getModificationType() != ModificationType.SUBTREE_MODIFIED) {
            for (final Tenants all : new Tenants[] { change.getDataBefore(), change.getDataAfter() }) {
                names.addAll(all == null ? Set.of() : names(all));
            }
            return names;
        }
        for (final DataObjectModification<Tenant> tenant : change.getModifiedChildren(Tenant.class)) {
            final Tenant after = tenant.getDataAfter();
            if (tenant.getModificationType() != ModificationType.SUBTREE_MODIFIED
                    || !tenant.getModifiedChildren(Trigger.class).isEmpty()
                    || !tenant.getModifiedChildren(Lvnf.class).isEmpty()) {
                names.add((after == null ? tenant.getDataBefore() : after).requireName().getValue());
            }
        }
        return names;
    }

    private void update(final String name) {
        final Tenant tenant = tenants.current().nonnullTenant().get(new TenantKey(new TenantName(name)));
        if (tenant == null) {
            log.forget(name);
        }
        final Map<String, Map<String, NodeTrigger>> now = tenant == null ? Map.of() : TriggerConfiguration.of(tenant);
        final Set<String> nodes = new HashSet<>(places.getOrDefault(name, Set.of()));
        nodes.addAll(now.keySet());
        nodes.forEach(node -> keeper(node).want(name, now.getOrDefault(node, Map.of())));
        if (now.isEmpty()) {
            places.remove(name);
        } else {
            places.put(name, Set.copyOf(now.keySet()));
        }
    }

    private TriggerKeeper keeper(final String node) {
        return keepers.computeIfAbsent(node, name -> new TriggerKeeper(name, loop, this::publish));
    }

    private void publish(final TriggerEvent event) {
        final TenantKey tenant = new TenantKey(new TenantName(event.lvnf().tenant()));
        if (!tenants.current().nonnullTenant().containsKey(tenant)) {
            // It has gone, and another one of this name must not see its events.
            return;
        }
        log.add(event);
        listeners.forEach(listener -> listener.accept(event));
    }

    private final class SessionListener implements PacketNodeListener {
        @Override
        public void opened(final String node, final OpenSession session) {
            loop.execute(() -> keeper(node).opened(session));
        }

        @Override
        public void lost(final String node) {
            loop.execute(() -> keeper(node).lost());
        }

        @Override
        public void removed(final String node) {
            loop.execute(() -> {
                keeper(node).lost();
                if (keeper(node).isIdle()) {
                    keepers.remove(node);
                }
            });
        }

        @Override
        public void notified(final String node, final String method, final ObjectNode params) {
            if (EVENT.equals(method)) {
                loop.execute(() -> keeper(node).event(params));
            }
        }
    }

    @Override
    public CompletionStage<EventPage> read(final String tenant, final OptionalLong reader, final long after,
            final Duration wait) {
        final CompletableFuture<EventPage> answer = new CompletableFuture<>();
        loop.execute(() -> log.read(tenant, reader.isPresent() && reader.getAsLong() == log.number() ? after : 0, wait)
            .whenComplete((page, thrown) -> answer.complete(page)));
        return answer;
    }

    @Override
    public Registration listen(final Consumer<TriggerEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
