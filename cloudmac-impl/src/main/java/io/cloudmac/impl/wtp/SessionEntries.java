// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Wtps;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.WtpKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Lease;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.LeaseBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.LeaseFailure;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.LeaseFailureBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.LeaseKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Session;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.SessionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Timestamp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The parts of a WTP's entry in cloudmac-state that the sessions write. Package state writes the rest. */
final class SessionEntries {
    private final Map<InstanceIdentifier<?>, Part<?>> parts = new LinkedHashMap<>();

    private record Part<T extends DataObject>(InstanceIdentifier<T> path, T data) {
        void put(final WriteTransaction transaction) {
            transaction.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, path, data);
        }
    }

    private SessionEntries() {
    }

    /** Returns an object without parts. */
    static SessionEntries none() {
        return new SessionEntries();
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    static SessionEntries of(final Mac wtp, final SessionStatus status) {
        final SessionEntries result = new SessionEntries();
        final InstanceIdentifier<Wtp> entry = InstanceIdentifier.create(CloudmacState.class).child(Wtps.class)
            .child(Wtp.class, new WtpKey(new WtpId(wtp.toString())));
        result.add(entry.child(Session.class), new SessionBuilder().setState(state(status.state()))
            .setError(status.text().isEmpty() ? null : status.text()).setSince(timestamp(status.since())).build());
        for (final LeaseStatus lease : status.leases()) {
            final Bssid bssid = new Bssid(lease.bssid().toString());
            if (lease.state() == LeaseStatus.LeaseState.HELD) {
                final Lease held = new LeaseBuilder().withKey(new LeaseKey(bssid, Uint8.valueOf(lease.radio())))
                    .setExpires(timestamp(lease.expires())).build();
                result.add(entry.child(Lease.class, held.key()), held);
            } else {
                final LeaseFailure missing = new LeaseFailureBuilder().setBssid(bssid).setError(lease.text()).build();
                result.add(entry.child(LeaseFailure.class, missing.key()), missing);
            }
        }
        return result;
    }

    /** Writes these parts in place of those of {@code before}. */
    void write(final WriteTransaction transaction, final SessionEntries before) {
        before.parts.keySet().stream().filter(path -> !parts.containsKey(path))
            .forEach(path -> transaction.delete(LogicalDatastoreType.OPERATIONAL, path));
        parts.values().forEach(part -> part.put(transaction));
    }

    private <T extends DataObject> void add(final InstanceIdentifier<T> path, final T data) {
        parts.put(path, new Part<>(path, data));
    }

    private static Session.State state(final SessionState state) {
        return switch (state) {
            case OFF, DOWN -> Session.State.Closed;
            case CONNECTING -> Session.State.Connecting;
            case UP -> Session.State.Open;
            case REFUSED -> Session.State.Refused;
        };
    }

    private static Timestamp timestamp(final Instant time) {
        return new Timestamp(time.truncatedTo(ChronoUnit.MILLIS).toString());
    }
}
