// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.cloudmac.impl.admission.AuthorizationRecorder;
import io.cloudmac.impl.admission.VapHostRecorder;
import io.cloudmac.impl.channel.HostSwitchException;
import io.cloudmac.impl.channel.HostSwitches;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.config.VapHosts;
import io.cloudmac.impl.core.Term;
import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.session.ControlConfiguration;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.PeerConnector;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Provides the sessions with the VAP hosts as services of the application. */
@Component(service = { HostSwitches.class, VapHostStatus.class }, configurationPid = "io.cloudmac")
public final class VapHostComponent implements HostSwitches, VapHostStatus, HostContext.HostListener {
    /** Interval between two lists of a host's VAPs; the answer is also its sign of life. */
    private static final Duration LIST_INTERVAL = Duration.ofSeconds(15);

    private final NioEventLoopGroup group = new NioEventLoopGroup(1,
        new ThreadFactoryBuilder().setNameFormat("cloudmac-vap-host-%d").setDaemon(true).build());
    private final Map<String, VapHostDetails> hosts = new ConcurrentHashMap<>();
    private final VapHostRecorder recorder;
    private final AuthorizationRecorder authorizations;
    private final VapHostDirectory vapHosts;
    private final VapHostSessions sessions;
    private final Registration registration;

    /**
     * Starts the sessions.
     *
     * @param configuration the configured hosts
     * @param recorder admits the VAPs that the sessions name
     * @param authorizations records the stations that the sessions report
     * @param vapHosts the host of each VAP
     * @param term this controller's term
     * @param control etc/io.cloudmac.cfg
     */
    @Activate
    public VapHostComponent(@Reference final ConfigurationSource configuration,
            @Reference final VapHostRecorder recorder, @Reference final AuthorizationRecorder authorizations,
            @Reference final VapHostDirectory vapHosts, @Reference final Term term,
            final ControlConfiguration control) {
        this.recorder = recorder;
        this.authorizations = authorizations;
        this.vapHosts = vapHosts;
        final ControlSettings settings = ControlSettings.of(control);
        final EventLoop loop = group.next();
        sessions = new VapHostSessions(new HostContext(loop, settings,
            new PeerConnector(loop, settings, VapHostClient.MAX_UNANSWERED, term), ThreadLocalRandom::current,
            LIST_INTERVAL.toMillis(), this));
        registration = configuration.listen(
            () -> sessions.configure(configuration.get(VapHosts.ENABLED)));
    }

    /** Ends all sessions. The VAPs stay served. */
    @Deactivate
    public void close() {
        registration.close();
        sessions.close();
        hosts.keySet().forEach(recorder::sessionClosed);
        hosts.keySet().forEach(authorizations::reportsEnd);
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    @Override
    public void hostChanged(final String name, final VapHostDetails status) {
        final VapHostDetails before = hosts.put(name, status);
        recordReports(name, before != null && before.state() == SessionState.UP, status);
        if (before != null && before.state() == status.state()
                && frequencies(before).equals(frequencies(status))) {
            return; // most changes are of numbers of stations
        }
        if (status.state() == SessionState.UP) {
            recorder.vapsNamed(name, frequencies(status));
        } else {
            recorder.sessionClosed(name);
        }
    }

    private static Map<Mac, Integer> frequencies(final VapHostDetails status) {
        return status.vaps().values().stream().collect(Collectors.toUnmodifiableMap(HostVap::bssid,
            HostVap::frequency));
    }

    private void recordReports(final String name, final boolean wasUp, final VapHostDetails status) {
        final boolean isUp = status.state() == SessionState.UP;
        if (isUp && !wasUp) {
            authorizations.reportsBegin(name);
        } else if (!isUp) {
            authorizations.reportsEnd(name);
        }
    }

    @Override
    public void stationAuthorized(final String name, final StationKey station) {
        authorizations.authorized(name, station);
    }

    @Override
    public void stationsHeld(final String name, final Mac bssid, final Set<Mac> stations) {
        authorizations.holds(name, bssid, stations);
    }

    @Override
    public void vapsListed(final String name, final Set<Mac> vaps) {
        authorizations.hasVaps(name, vaps);
    }

    @Override
    public void stationLeft(final String name, final StationKey station) {
        authorizations.left(name, station);
    }

    @Override
    public void vapEnded(final String name, final Mac bssid) {
        authorizations.vapEnded(name, bssid);
    }

    @Override
    public void hostRemoved(final String name) {
        hosts.remove(name);
        authorizations.hostRemoved(name);
        recorder.hostRemoved(name);
    }

    @Override
    public Map<String, VapHostDetails> hosts() {
        return Map.copyOf(hosts);
    }

    @Override
    public CompletionStage<Void> switchChannel(final Mac bssid, final int frequency, final int count,
            final Duration limit) {
        final Optional<String> host = vapHosts.host(bssid);
        if (host.isEmpty()) {
            return CompletableFuture.failedFuture(new HostSwitchException("no session of a VAP host names it: run"
                + " cloudmac-vapd at its host, and configure the host in vap-hosts",
                HostSwitchException.SwitchOutcome.REFUSED));
        }
        return sessions.call(host.orElseThrow(), client ->
                client.switchChannel(bssid, frequency, count, limit.toMillis()))
            .exceptionallyCompose(thrown -> CompletableFuture.failedStage(SwitchFailures.of(thrown)));
    }
}
