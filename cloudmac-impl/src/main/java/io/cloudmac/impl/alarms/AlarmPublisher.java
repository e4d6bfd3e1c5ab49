// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import io.cloudmac.impl.alarms.Alarm.AlarmKey;
import io.cloudmac.impl.state.EntryEncoder;
import io.cloudmac.impl.state.PublishedList;
import io.cloudmac.impl.state.StatePart;
import io.cloudmac.impl.state.StateParts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.AlarmTypeId;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.Alarms;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.AnnouncementForged;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.CertificateEnding;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.MtuTooSmall;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.QueueFailed;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.Severity;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.SwitchDiverged;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.WtpLost;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.AlarmList;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.AlarmListBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.alarm.list.AlarmBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.alarm.list.alarm.StatusChangeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Timestamp;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Publishes the alarms. A round writes those that have changed. */
@Component(service = {})
public final class AlarmPublisher implements StatePart {
    private static final InstanceIdentifier<AlarmList> PATH =
        InstanceIdentifier.create(Alarms.class).child(AlarmList.class);

    private final PublishedList<AlarmKey, org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.alarm.list
        .Alarm> alarms = new PublishedList<>(new EntryEncoder(), AlarmPublisher::path);
    private final AlarmBoard board;
    private final Registration publishing;
    private AlarmList summary = new AlarmListBuilder().build();
    private AlarmList published;

    /** Starts publishing. */
    @Activate
    public AlarmPublisher(@Reference final StateParts parts, @Reference final AlarmBoard board) {
        this.board = board;
        publishing = parts.add(this);
    }

    @Deactivate
    void close() {
        publishing.close();
    }

    @Override
    public Optional<InstanceIdentifier<?>> leftover() {
        return Optional.of(InstanceIdentifier.create(Alarms.class));
    }

    @Override
    public void update() {
        board.takeChanged().forEach(key -> board.get(key).ifPresentOrElse(
            alarm -> alarms.encode(key, () -> entry(alarm)), () -> alarms.remove(key)));
        summary = new AlarmListBuilder().setNumberOfAlarms(Uint32.valueOf(board.number()))
            .setNotListed(Uint64.valueOf(board.unlisted()))
            .setLastChanged(board.lastChanged().map(AlarmPublisher::time).orElse(null)).build();
    }

    @Override
    public boolean isDue() {
        return alarms.isDue() || !summary.equals(published);
    }

    @Override
    public void write(final WriteTransaction tx) {
        tx.mergeParentStructureMerge(LogicalDatastoreType.OPERATIONAL, PATH, summary);
        alarms.write(tx);
    }

    @Override
    public void committed() {
        alarms.committed();
        published = summary;
    }

    private static InstanceIdentifier<org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.alarm.list
            .Alarm> path(final AlarmKey key) {
        return PATH.child(org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.alarm.list.Alarm.class,
            new org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.alarm.list.AlarmKey(
                type(key.type()), "", key.resource()));
    }

    static org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.alarm.list.Alarm entry(
            final Alarm alarm) {
        return new AlarmBuilder()
            .setResource(alarm.key().resource())
            .setAlarmTypeId(type(alarm.key().type()))
            .setAlarmTypeQualifier("")
            .setTimeCreated(time(alarm.created()))
            .setIsCleared(alarm.isCleared())
            .setLastRaised(time(alarm.raised()))
            .setLastChanged(time(alarm.changed()))
            .setPerceivedSeverity(severity(alarm.severity()))
            .setAlarmText(alarm.text())
            .setStatusChange(alarm.changes().stream().map(change -> new StatusChangeBuilder()
                .setTime(time(change.time()))
                .setIsCleared(change.isCleared())
                .setPerceivedSeverity(change.isCleared() ? null : severity(change.severity()))
                .setAlarmText(change.text())
                .build()).toList())
            .build();
    }

    private static AlarmTypeId type(final AlarmType type) {
        return switch (type) {
            case WTP_LOST -> WtpLost.VALUE;
            case ANNOUNCEMENT_FORGED -> AnnouncementForged.VALUE;
            case MTU_TOO_SMALL -> MtuTooSmall.VALUE;
            case QUEUE_FAILED -> QueueFailed.VALUE;
            case SWITCH_DIVERGED -> SwitchDiverged.VALUE;
            case CERTIFICATE_ENDING -> CertificateEnding.VALUE;
        };
    }

    private static Severity severity(final AlarmSeverity severity) {
        return Severity.ofName(severity.label());
    }

    private static Timestamp time(final Instant time) {
        return new Timestamp(time.truncatedTo(ChronoUnit.MILLIS).toString());
    }
}
