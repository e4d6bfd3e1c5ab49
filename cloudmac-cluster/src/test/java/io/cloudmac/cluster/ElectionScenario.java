// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.pattern.Patterns;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.opendaylight.controller.cluster.access.concepts.MemberName;
import org.opendaylight.controller.cluster.datastore.DataStoreVersions;
import org.opendaylight.controller.cluster.datastore.DatastoreContext;
import org.opendaylight.controller.cluster.datastore.Shard;
import org.opendaylight.controller.cluster.datastore.identifiers.ShardIdentifier;
import org.opendaylight.controller.cluster.datastore.messages.OnInitialData;
import org.opendaylight.controller.cluster.datastore.messages.RegisterDataTreeChangeListener;
import org.opendaylight.controller.cluster.raft.messages.AppendEntries;
import org.opendaylight.mdsal.binding.runtime.spi.BindingRuntimeHelpers;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;

/**
 * Registers a listener at a real shard that has no leader. Then another member becomes leader, while the shard stays a
 * follower. Returns whether the listener was notified.
 */
public final class ElectionScenario implements Callable<Boolean> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String LEADER = "member-2-shard-default-config";
    // A listener at an absent container gets OnInitialData, as AAA's do at a first start.
    private static final YangInstanceIdentifier ABSENT =
        YangInstanceIdentifier.of(QName.create("urn:absent", "absent"));
    private static final String SETTINGS = """
        akka {
          loggers = []
          persistence {
            journal.plugin = akka.persistence.journal.inmem
            snapshot-store.plugin = akka.persistence.snapshot-store.local
            snapshot-store.local.dir = target/snapshots
            non-persistent.journal.class = akka.persistence.journal.inmem.InmemJournal
          }
        }""";

    /** Stands for a listener, and completes its future when the listener would be notified. */
    private static final class Listener extends AbstractActor {
        private final CompletableFuture<Void> notified;

        Listener(final CompletableFuture<Void> notified) {
            this.notified = notified;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(OnInitialData.class, message -> notified.complete(null))
                .matchAny(message -> { }).build();
        }
    }

    @Override
    public Boolean call() throws Exception {
        final ClassLoader loader = getClass().getClassLoader();
        final ActorSystem system = ActorSystem.create("election",
            ConfigFactory.parseString(SETTINGS).withFallback(ConfigFactory.load(loader)), loader);
        try {
            final var model = BindingRuntimeHelpers.createEffectiveModel(List.of());
            final ActorRef shard = system.actorOf(Shard.builder()
                .id(ShardIdentifier.create("default", MemberName.forName("member-1"), "config"))
                .peerAddresses(Map.of(LEADER, ""))
                .datastoreContext(DatastoreContext.newBuilder().logicalStoreType(LogicalDatastoreType.CONFIGURATION)
                    .persistent(false).customRaftPolicyImplementation(
                        "org.opendaylight.controller.cluster.raft.policy.DisableElectionsRaftPolicy").build())
                .schemaContextProvider(() -> model).props());
            final var early = register(system, shard);
            shard.tell(new AppendEntries(1, LEADER, -1, -1, List.of(), -1, -1, DataStoreVersions.CURRENT_VERSION),
                ActorRef.noSender());
            // Listeners are notified in the order of registrations: the early one now or never.
            register(system, shard).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return early.isDone();
        } finally {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    // Returns once the shard has taken the registration; the future completes when the listener is notified.
    private static CompletableFuture<Void> register(final ActorSystem system, final ActorRef shard) throws Exception {
        final CompletableFuture<Void> notified = new CompletableFuture<>();
        final ActorRef listener = system.actorOf(Props.create(Listener.class, () -> new Listener(notified)));
        Patterns.ask(shard, new RegisterDataTreeChangeListener(ABSENT, listener, true), PATIENCE)
            .toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return notified;
    }
}
