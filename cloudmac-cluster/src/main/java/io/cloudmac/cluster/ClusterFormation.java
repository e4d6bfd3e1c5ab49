// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import java.util.List;
import org.opendaylight.controller.cluster.ActorSystemProvider;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts {@link FormationActor} in OpenDaylight's actor system, with the members that akka.conf lists. */
@Component(immediate = true, service = { })
public final class ClusterFormation {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFormation.class);
    private static final String MEMBERS = "cloudmac.members";

    private final ActorSystem system;
    private final ActorRef actor;

    /** Starts the actor, unless akka.conf lists no members: then Akka's seed nodes form the cluster. */
    @Activate
    public ClusterFormation(@Reference final ActorSystemProvider provider) {
        system = provider.getActorSystem();
        final var settings = system.settings().config();
        final List<String> members = settings.hasPath(MEMBERS) ? settings.getStringList(MEMBERS) : List.of();
        if (members.isEmpty()) {
            LOG.info("configuration/initial/akka.conf has no {}: this controller is no member of a cluster", MEMBERS);
        }
        actor = members.isEmpty() ? null : system.actorOf(FormationActor.props(members), FormationActor.NAME);
    }

    @Deactivate
    void stop() {
        if (actor != null) {
            system.stop(actor);
        }
    }
}
