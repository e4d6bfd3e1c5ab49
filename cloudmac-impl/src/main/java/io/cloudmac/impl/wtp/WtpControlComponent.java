// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.cloudmac.impl.admission.SessionRecorder;
import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.binding.AnnouncementService;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.VirtualStationSource;
import io.cloudmac.impl.config.KnownWtps;
import io.cloudmac.impl.core.Term;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.session.ControlConfiguration;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.DialQueue;
import io.cloudmac.impl.session.PeerConnector;
import io.cloudmac.impl.session.SourceDials;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentLease.LeaseKey;
import io.cloudmac.impl.wtp.WtpControl.SignalListener;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Provides the sessions with the agents as services of the application. */
@Component(service = {WtpControl.class, LeaseService.class, AnnouncementService.class},
    configurationPid = "io.cloudmac")
@Designate(ocd = ControlConfiguration.class)
public final class WtpControlComponent implements WtpControl, LeaseService, AnnouncementService,
        WtpDirectory.WtpListener {
    private static final Logger LOG = LoggerFactory.getLogger(WtpControlComponent.class);
    /** A report a second of each of 10,000 WTPs waits no longer than a second. */
    private static final int SIGNAL_QUEUE = 10_000;
    /** Event loops of the sessions, each with a thread. */
    private static final int LOOPS = 2;
    /** After a restart, sessions with 10,000 WTPs are attempted within a minute. */
    private static final int DIALS_PER_SECOND = 200;
    /**
     * Anybody can announce WTPs that were never admitted. They do not delay attempts to the others, and those of one
     * switch port not those of other ports.
     */
    private static final int DIALS_OF_UNKNOWN_PER_SECOND = 50;
    private static final int DIALS_OF_UNKNOWN_PER_PORT_AND_SECOND = 2;

    private final NioEventLoopGroup group = new NioEventLoopGroup(LOOPS,
        new ThreadFactoryBuilder().setNameFormat("cloudmac-wtp-%d").setDaemon(true).build());
    private final SignalDispatcher signals = new SignalDispatcher(SIGNAL_QUEUE);
    private final List<RefusalListener> refusals = new CopyOnWriteArrayList<>();
    private final LeaseTime leaseTime;
    private final OpenSessions open;
    private final SessionLoops sessions;
    private final SignalIntervals intervals;
    private final Registration registration;

    /**
     * Starts the sessions.
     *
     * @param broker the datastore of state and settings
     * @param directory the WTPs that announce themselves
     * @param recorder admits WTPs by their sessions
     * @param known the WTPs that were admitted once
     * @param virtualStations knows the channels of the virtual stations
     * @param learned knows the SSIDs of the VAPs
     * @param term this controller's term
     * @param alarms takes what agents report and operators should know
     * @param configuration etc/io.cloudmac.cfg
     */
    @Activate
    public WtpControlComponent(@Reference final DataBroker broker, @Reference final WtpDirectory directory,
            @Reference final SessionRecorder recorder, @Reference final KnownWtps known,
            @Reference final VirtualStationSource virtualStations, @Reference final LearnedStore learned,
            @Reference final Term term, @Reference final AlarmBoard alarms,
            final ControlConfiguration configuration) {
        final ControlSettings settings = ControlSettings.of(configuration);
        if (settings.tls().isEmpty()) {
            LOG.warn("No sessions with WTPs: {}", ControlSettings.NO_CERTIFICATES);
        }
        leaseTime = new LeaseTime(broker);
        open = new OpenSessions(recorder, new SessionStateWriter(broker, group.next()), alarms);
        sessions = new SessionLoops(LOOPS, part -> {
            final EventLoop loop = group.next();
            final DialQueue dials = new DialQueue(loop, DIALS_PER_SECOND / LOOPS);
            final SourceDials<Optional<PortId>> dialsOfUnknown = new SourceDials<>(loop,
                DIALS_OF_UNKNOWN_PER_SECOND / LOOPS, DIALS_OF_UNKNOWN_PER_PORT_AND_SECOND / LOOPS);
            return new WtpSessions(new SessionContext(loop, settings,
                new PeerConnector(loop, settings, AgentClient.MAX_UNANSWERED, term),
                wtp -> known.knownWtps().contains(wtp) ? dials : dialsOfUnknown.of(directory.port(wtp)),
                ThreadLocalRandom::current, leaseTime, signals::dispatch, directory::reportAlive, open,
                virtualStations::channel,
                bssid -> Optional.ofNullable(learned.learned().vaps().get(bssid)).map(Learned.KnownVap::ssid),
                (lease, refusal) -> refusals.forEach(listener -> listener.leaseChanged(lease, refusal))));
        });
        intervals = new SignalIntervals(sessions::reportSignals);
        registration = directory.listen(this);
    }

    /** Ends all sessions. The WTPs acknowledge until their leases expire. */
    @Deactivate
    public void close() {
        registration.close();
        sessions.close();
        open.closeAll();
        leaseTime.close();
        signals.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    @Override
    public void wtpChanged(final Announcement announcement) {
        sessions.of(announcement.wtp()).onAnnouncement(announcement.wtp(), announcement.control());
    }

    @Override
    public void wtpQuiet(final Mac wtp) {
        sessions.of(wtp).probe(wtp);
    }

    @Override
    public void wtpLost(final Mac wtp) {
        sessions.of(wtp).onLost(wtp);
    }

    @Override
    public CompletionStage<Void> hold(final Lease lease) {
        return sessions.of(lease.wtp()).hold(lease);
    }

    @Override
    public CompletionStage<Integer> channelFor(final Lease lease) {
        return sessions.of(lease.wtp()).channelFor(lease);
    }

    @Override
    public CompletionStage<Void> release(final Lease lease) {
        return sessions.of(lease.wtp()).release(lease);
    }

    @Override
    public void releaseLeftovers(final Set<Mac> vaps) {
        sessions.releaseLeftovers(vaps);
    }

    @Override
    public void announce(final Mac wtp, final Map<Mac, Integer> vaps) {
        sessions.of(wtp).announce(wtp, vaps);
    }

    @Override
    public Registration listenToRefusals(final RefusalListener listener) {
        refusals.add(listener);
        return () -> refusals.remove(listener);
    }

    @Override
    public CompletionStage<AgentStats> stats(final Mac wtp) {
        return sessions.of(wtp).call(wtp, AgentClient::stats);
    }

    @Override
    public CompletionStage<List<AgentAirtime>> airtime(final Mac wtp) {
        return sessions.of(wtp).airtime(wtp);
    }

    @Override
    public CompletionStage<Void> setAirtime(final Mac wtp, final AirtimeChange change) {
        return sessions.of(wtp).call(wtp, agent -> agent.setAirtime(change));
    }

    @Override
    public CompletionStage<List<AgentVirtualStation>> virtualStations(final Mac wtp) {
        return sessions.of(wtp).call(wtp, AgentClient::virtualStations);
    }

    @Override
    public CompletionStage<List<HeardBss>> heardNetworks(final Mac wtp) {
        return sessions.of(wtp).call(wtp, AgentClient::heard);
    }

    @Override
    public Registration listenToSessions(final Consumer<Mac> opened) {
        return open.listen(opened);
    }

    @Override
    public Set<Mac> sessions() {
        return open.wtps();
    }

    @Override
    public void reportSignals(final String asker, final int intervalMillis) {
        intervals.set(asker, intervalMillis);
    }

    @Override
    public CompletionStage<List<AgentRadio>> radios(final Mac wtp) {
        return sessions.of(wtp).call(wtp, agent -> agent.info().thenApply(AgentInfo::radios));
    }

    @Override
    public CompletionStage<Void> lend(final Mac wtp, final Mac address, final int radio, final Duration duration) {
        return sessions.of(wtp).call(wtp, agent -> agent.lease(new LeaseKey(address.toString(), radio), Role.AP,
            duration.toMillis()).thenApply(lease -> null));
    }

    @Override
    public void endLoan(final Mac wtp, final Mac address, final int radio) {
        sessions.of(wtp).call(wtp, agent -> agent.release(new LeaseKey(address.toString(), radio)))
            .whenComplete((released, failure) -> {
                if (failure != null) {
                    LOG.debug("WTP {}: the loan of {} ends by itself", wtp, address, failure);
                }
            });
    }

    @Override
    public void addSignalListener(final SignalListener listener) {
        signals.add(listener);
    }

    @Override
    public void removeSignalListener(final SignalListener listener) {
        signals.remove(listener);
    }
}
