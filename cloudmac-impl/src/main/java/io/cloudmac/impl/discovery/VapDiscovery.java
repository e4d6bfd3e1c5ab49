// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.config.Bssids;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Beacon;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds VAPs by their beacons. Those of a VAP that is known come here all
 * from a port where it is not known to hang, and a few from where it does.
 */
@Component(service = VapDiscovery.class)
public final class VapDiscovery {
    private static final Logger LOG = LoggerFactory.getLogger(VapDiscovery.class);
    private static final int MAXIMUM = 1024;
    /** How long a VAP is taken to be where it was when its switch goes away. */
    private static final Duration UNSEEN = Duration.ofSeconds(10);

    private final ConfigurationSource configuration;
    private final TopologyService topology;
    private final LearnedStore learned;
    private final Activity activity;
    private final Counters counters;
    private final Registration registration;
    /** What one beacon alone has said of a VAP that is known otherwise; only of those that are known. */
    private final Map<Mac, Learned.KnownVap> doubted = new HashMap<>();

    /** Begins to listen. */
    @Activate
    public VapDiscovery(@Reference final Counters counters, @Reference final LearnedStore learned,
            @Reference final ConfigurationSource configuration, @Reference final TopologyService topology,
            @Reference final Activity activity) {
        this.counters = counters;
        this.learned = learned;
        this.configuration = configuration;
        this.topology = topology;
        this.activity = activity;
        registration = configuration.listen(this::giveWay);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    /** A beacon came in at a port; on the event loop. */
    void heard(final PortId port, final Beacon beacon) {
        if (topology.network().isInterSwitch(port)) {
            counters.refused("beacon-in-transit");
            return;
        }
        final Learned known = learned.learned();
        final Learned.KnownVap before = known.vaps().get(beacon.bssid());
        final Learned.KnownVap now = new Learned.KnownVap(port, beacon.ssid(), beacon.channel(), beacon.interval());
        if (now.equals(before)) {
            activity.heard(beacon.bssid());
            return;
        }
        final Optional<String> obstacle = obstacle(known, before, port, beacon.bssid());
        if (obstacle.isPresent()) {
            counters.refused(obstacle.orElseThrow());
            return;
        }
        LOG.info("VAP {} \"{}\" on channel {} is at {}", beacon.bssid(), beacon.ssid(), beacon.channel(), port);
        activity.heard(beacon.bssid());
        learned.putVap(beacon.bssid(), now);
    }

    /**
     * A beacon that was also forwarded came in at a port; on the event loop.
     * It tells what a VAP is like, not where it is or that it lives: rules and
     * their counters say that. One alone may be late, from before a change of which the controller has
     * heard otherwise; two that say the same are believed.
     */
    void heardAgain(final PortId port, final Beacon beacon) {
        final Learned.KnownVap before = learned.learned().vaps().get(beacon.bssid());
        if (before == null || !before.port().equals(port) || topology.network().isInterSwitch(port)) {
            counters.refused("beacon-elsewhere");
            return;
        }
        final Learned.KnownVap now = new Learned.KnownVap(port, beacon.ssid(), beacon.channel(), beacon.interval());
        doubted.keySet().retainAll(learned.learned().vaps().keySet());
        if (now.equals(before)) {
            doubted.remove(beacon.bssid());
        } else if (now.equals(doubted.put(beacon.bssid(), now))) {
            LOG.info("VAP {} is \"{}\" on channel {} now", beacon.bssid(), beacon.ssid(), beacon.channel());
            doubted.remove(beacon.bssid());
            learned.putVap(beacon.bssid(), now);
        }
    }

    private Optional<String> obstacle(final Learned known, final Learned.KnownVap before, final PortId port,
            final Mac bssid) {
        if (before == null && known.vaps().size() >= MAXIMUM) {
            return Optional.of("too-many-vaps");
        }
        // Before a link between switches was known, its port passed for the VAP's own.
        if (before != null && !before.port().equals(port) && !topology.network().isInterSwitch(before.port())
                && isStillThere(bssid, before.port())) {
            return Optional.of("beacon-elsewhere");
        }
        final Set<Mac> others = new HashSet<>(known.vaps().keySet());
        others.addAll(Bssids.namedBy(configuration.configuration()));
        others.remove(bssid);
        return others.stream().anyMatch(other -> other.lastTwoOctets() == bssid.lastTwoOctets())
            ? Optional.of("vap-id-taken") : Optional.empty();
    }

    /** A switch that is away cannot tell that a VAP has left it, which may be away for the same reason. */
    private boolean isStillThere(final Mac bssid, final PortId port) {
        return activity.isVapActive(bssid) && (topology.network().connected().contains(port.node())
            || activity.vapSeen(bssid).map(seen -> seen.plus(UNSEEN).isAfter(Instant.now())).orElse(true));
    }

    /** What the operator configures as a VAP goes before what was merely found. */
    private void giveWay() {
        for (final Mac configured : Bssids.configuredBy(configuration.configuration())) {
            learned.learned().vaps().keySet().stream()
                .filter(bssid -> !bssid.equals(configured)
                    && bssid.lastTwoOctets() == configured.lastTwoOctets())
                .forEach(bssid -> {
                    LOG.warn("VAP {} gives way to {}, which is configured and has the same VAP id", bssid, configured);
                    learned.removeVap(bssid);
                });
        }
    }
}
