// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.RefusedVaps;
import io.cloudmac.impl.discovery.RefusedVaps.RefusedVap;
import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.discovery.VapHostDirectory.RivalClaim;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.mobility.DrainStatus;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.steering.SteeringCodec;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringResult.Outcome;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandoverBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VapDownBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VapNamedTwiceBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VapRefused;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VapRefusedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VapUpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.WtpDownBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.WtpDrainedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.WtpUpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.SteeringDecidedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SsidOctets;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.VapHostName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.Notification;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Reports WTPs, VAPs, VAP hosts, decisions and handovers: notifications, and events. Runs on the event loop. */
@Component(service = {})
public final class Notifier implements WtpDirectory.WtpListener {
    private final Map<Mac, Boolean> vaps = new HashMap<>();
    /** The port of each WTP that is up. */
    private final Map<Mac, Optional<PortId>> wtps = new HashMap<>();
    private final NotificationPublishService notifications;
    private final AssignmentSource assignments;
    private final LearnedStore learned;
    private final WtpDirectory directory;
    private final Activity activity;
    private final VapHostDirectory vapHosts;
    private final EventJournal events;
    private final List<Registration> registrations;

    /** Registers with all sources of events. */
    @Activate
    public Notifier(@Reference final NotificationPublishService notifications, @Reference final EventLoop loop,
            @Reference final WtpDirectory directory, @Reference final AssignmentSource assignments,
            @Reference final LearnedStore learned, @Reference final Activity activity,
            @Reference final FlowProgram flows, @Reference final SteeringLog log,
            @Reference final DrainStatus drains, @Reference final RefusedVaps refusedVaps,
            @Reference final VapHostDirectory vapHosts, @Reference final EventJournal events) {
        this.notifications = notifications;
        this.assignments = assignments;
        this.learned = learned;
        this.directory = directory;
        this.activity = activity;
        this.vapHosts = vapHosts;
        this.events = events;
        registrations = List.of(directory.listen(this), assignments.listen(this::updateVaps),
            flows.listenToStatus(this::updateVaps), log.listen(decision -> loop.execute(() -> onDecision(decision))),
            drains.listenToEmpty(this::onDrained),
            refusedVaps.listenToRefused(this::onRefusedVap), vapHosts.listen(this::updateVaps),
            vapHosts.listenToRivals(this::onRival));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    @Override
    public void wtpChanged(final Announcement announcement) {
        final WtpUpBuilder up = new WtpUpBuilder()
            .setWtp(new WtpId(announcement.wtp().toString())).setName(announcement.name());
        final Optional<PortId> port = directory.port(announcement.wtp());
        port.ifPresent(known -> up.setPort(new SwitchPort(known.toString())));
        publish(up.build());
        final Optional<PortId> before = wtps.put(announcement.wtp(), port);
        if (before == null || !before.equals(port)) {
            events.add(NetworkEvent.of(before == null ? EventKind.WTP_APPEARED : EventKind.WTP_MOVED)
                .atWtp(announcement.wtp()).named(announcement.name()).atPort(port.map(PortId::toString).orElse(null)));
        }
    }

    @Override
    public void wtpLost(final Mac wtp) {
        publish(new WtpDownBuilder().setWtp(new WtpId(wtp.toString())).build());
        wtps.remove(wtp);
        events.add(NetworkEvent.of(EventKind.WTP_LOST).atWtp(wtp));
    }

    private void onDrained(final Mac wtp) {
        publish(new WtpDrainedBuilder().setWtp(wtp(wtp)).build());
        events.add(NetworkEvent.of(EventKind.WTP_DRAINED).atWtp(wtp));
    }

    private void updateVaps() {
        final Map<Mac, Assignment.Vap> now = assignments.assignment().vaps();
        now.forEach((bssid, vap) -> {
            final boolean active = activity.isVapActive(bssid) && !vapHosts.ended().contains(bssid);
            final Boolean before = vaps.put(bssid, active);
            if (active && !Boolean.TRUE.equals(before)) {
                final VapUpBuilder up = new VapUpBuilder()
                    .setBssid(new Bssid(bssid.toString())).setPort(new SwitchPort(vap.port().toString()));
                final var known = learned.learned().vaps().get(bssid);
                if (known != null && !known.ssid().isEmpty()) {
                    up.setSsid(new Ssid(known.ssid().toString()))
                        .setSsidOctets(new SsidOctets(known.ssid().octets()));
                }
                publish(up.build());
                events.add(NetworkEvent.of(EventKind.VAP_APPEARED).ofVap(bssid).atPort(vap.port().toString())
                    .named(known == null ? null : known.ssid().toString()));
            } else if (!active && Boolean.TRUE.equals(before)) {
                publish(new VapDownBuilder().setBssid(new Bssid(bssid.toString())).build());
                events.add(NetworkEvent.of(EventKind.VAP_LOST).ofVap(bssid));
            }
        });
        vaps.keySet().retainAll(now.keySet());
    }

    private void onRefusedVap(final RefusedVap vap) {
        final VapRefusedBuilder notification = new VapRefusedBuilder()
            .setBssid(new Bssid(vap.bssid().toString()))
            .setPort(new SwitchPort(vap.port().toString()))
            .setReason(switch (vap.reason()) {
                case BSSID_IN_USE -> VapRefused.Reason.BssidInUse;
                case VAP_ID_IN_USE -> VapRefused.Reason.VapIdInUse;
                case NO_SESSION -> VapRefused.Reason.NoSession;
                case PORT_NOT_ALLOWED -> VapRefused.Reason.PortNotAllowed;
                case SSID_IN_USE -> VapRefused.Reason.SsidInUse;
            })
            .setInUseBy(vap.holder().map(holder -> new Bssid(holder.toString())).orElse(null));
        if (!vap.ssid().isEmpty()) {
            notification.setSsid(new Ssid(vap.ssid().toString()))
                .setSsidOctets(new SsidOctets(vap.ssid().octets()));
        }
        publish(notification.build());
        events.add(NetworkEvent.of(EventKind.VAP_REFUSED).ofVap(vap.bssid()).atPort(vap.port().toString())
            .named(vap.ssid().toString()).saying(vap.reasonText()));
    }

    private void onRival(final RivalClaim claim) {
        publish(new VapNamedTwiceBuilder().setBssid(new Bssid(claim.bssid().toString()))
            .setHost(new VapHostName(claim.host())).setRival(new VapHostName(claim.rival())).build());
        events.add(NetworkEvent.of(EventKind.VAP_NAMED_TWICE).ofVap(claim.bssid()).named(claim.rival())
            .saying("VAP host " + claim.host() + " keeps it"));
    }

    private void onDecision(final LoggedDecision decision) {
        publish(new SteeringDecidedBuilder(SteeringCodec.decision(decision)).build());
        DecisionEvents.of(decision).ifPresent(events::add);
        final Outcome outcome = decision.result().outcome();
        if (outcome != Outcome.DONE && outcome != Outcome.UNDONE) {
            return;
        }
        publish(new HandoverBuilder()
            .setBssid(new Bssid(decision.client().stack().toString()))
            .setStation(new UnicastMac(decision.client().station().toString()))
            .setFrom(wtp(decision.from()))
            .setTo(wtp(decision.to()))
            .setError(outcome == Outcome.DONE ? null : decision.result().error())
            .build());
    }

    private static WtpId wtp(final Mac mac) {
        return mac == null ? null : new WtpId(mac.toString());
    }

    /** Publishes a notification, and drops it if a subscriber's queue is full. */
    private void publish(final Notification<?> notification) {
        notifications.offerNotification(notification);
    }
}
