// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the VAPs that sessions of VAP hosts name. The sessions call this component, not the other way round: a change
 * of the controller's certificate restarts the sessions, but not the discovery of VAPs.
 *
 * <p>Of each host only the latest change waits for the event loop, so a host that sends notifications without end does
 * not fill its queue.
 */
@Component(service = { VapHostDirectory.class, VapHostRecorder.class })
public final class VapHostRegistry implements VapHostDirectory, VapHostRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(VapHostRegistry.class);
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(5);

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<RivalClaim>> rivalListeners = new CopyOnWriteArrayList<>();
    private final RivalMemory reportedRivals = new RivalMemory();
    private final VapClaims claims = new VapClaims();
    /** The latest change of each host, by name; takes the time of the event loop, ns. */
    private final Map<String, LongConsumer> waiting = new ConcurrentHashMap<>();
    private final EventLoop loop;
    private final Registration check;
    /** The channels of the VAPs that open sessions name, MHz by BSSID, by host. */
    private final Map<String, Map<Mac, Integer>> channels = new HashMap<>();
    private volatile Map<Mac, String> hosts = Map.of();
    private volatile Map<Mac, Integer> frequencies = Map.of();
    private volatile Set<Mac> ended = Set.of();
    private volatile Map<Mac, Set<String>> rivals = Map.of();
    private volatile Map<String, Integer> surplus = Map.of();

    /** Starts with the hosts that the known VAPs had before a restart. */
    @Activate
    public VapHostRegistry(@Reference final EventLoop loop, @Reference final LearnedStore learned) {
        this.loop = loop;
        learned.learned().vaps().forEach((bssid, vap) -> {
            if (!vap.host().isEmpty()) {
                claims.expect(bssid, vap.host(), loop.nanoTime());
            }
        });
        check = loop.every(CHECK_PERIOD, () -> {
            claims.update(loop.nanoTime());
            publish();
        });
    }

    @Deactivate
    void close() {
        check.close();
    }

    @Override
    public void vapsNamed(final String host, final Map<Mac, Integer> named) {
        change(host, nowNanos -> {
            channels.put(host, named);
            claims.name(host, named.keySet(), nowNanos);
        });
    }

    @Override
    public void sessionClosed(final String host) {
        change(host, nowNanos -> {
            channels.remove(host);
            claims.close(host, nowNanos);
        });
    }

    @Override
    public void hostRemoved(final String host) {
        change(host, nowNanos -> {
            channels.remove(host);
            claims.remove(host, nowNanos);
        });
    }

    private void change(final String host, final LongConsumer change) {
        if (waiting.put(host, change) == null) {
            loop.execute(() -> {
                waiting.remove(host).accept(loop.nanoTime());
                publish();
            });
        }
    }

    private void publish() {
        final Map<Mac, Set<String>> nowRivals = claims.rivals();
        reportNew(nowRivals);
        final Map<String, Integer> nowSurplus = claims.surplus();
        nowSurplus.forEach((host, number) -> {
            if (!surplus.containsKey(host)) {
                LOG.warn("VAP host {} names too many VAPs: {} are refused, because a VAP host may have {}", host,
                    number, MAX_VAPS_OF_HOST);
            }
        });
        final Map<Mac, String> nowHosts = claims.hosts();
        final Set<Mac> nowEnded = claims.ended(loop.nanoTime());
        final Map<Mac, Integer> nowFrequencies = new HashMap<>();
        nowHosts.forEach((bssid, host) -> nowFrequencies.put(bssid,
            channels.getOrDefault(host, Map.of()).getOrDefault(bssid, 0)));
        if (!nowHosts.equals(hosts) || !nowEnded.equals(ended) || !nowRivals.equals(rivals)
                || !nowSurplus.equals(surplus) || !nowFrequencies.equals(frequencies)) {
            hosts = nowHosts;
            ended = nowEnded;
            frequencies = Map.copyOf(nowFrequencies);
            rivals = nowRivals;
            surplus = nowSurplus;
            listeners.forEach(Runnable::run);
        }
    }

    private void reportNew(final Map<Mac, Set<String>> nowRivals) {
        final Set<RivalClaim> present = nowRivals.entrySet().stream().flatMap(entry -> entry.getValue().stream()
            .map(rival -> new RivalClaim(entry.getKey(), claims.owner(entry.getKey()), rival)))
            .collect(Collectors.toSet());
        reportedRivals.update(present, loop.nanoTime()).forEach(claim -> {
            LOG.warn("VAP host {} names VAP {}, which belongs to VAP host {}", claim.rival(), claim.bssid(),
                claim.host());
            rivalListeners.forEach(listener -> listener.accept(claim));
        });
    }

    @Override
    public Optional<String> host(final Mac bssid) {
        return Optional.ofNullable(hosts.get(bssid));
    }

    @Override
    public int frequency(final Mac bssid) {
        return frequencies.getOrDefault(bssid, 0);
    }

    @Override
    public Set<Mac> ended() {
        return ended;
    }

    @Override
    public Map<Mac, Set<String>> rivals() {
        return rivals;
    }

    @Override
    public Map<String, Integer> surplus() {
        return surplus;
    }

    @Override
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    @Override
    public Registration listenToRivals(final Consumer<RivalClaim> listener) {
        rivalListeners.add(listener);
        return () -> rivalListeners.remove(listener);
    }
}
