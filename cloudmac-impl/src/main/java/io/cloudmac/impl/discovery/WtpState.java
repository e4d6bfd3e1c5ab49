// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.discovery.WtpDiscovery.WtpStatus;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Wtps;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.WtpKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Admission;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.AdmissionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Control;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.ControlBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Radio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Radio.Band;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Radio.Capability;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.RadioBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yangtools.yang.binding.ChildOf;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.Key;
import org.opendaylight.yangtools.yang.binding.KeyAware;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The encoding of a WTP in {@code cloudmac-state}, except for session and leases, which its session writes. */
final class WtpState {
    private static final LogicalDatastoreType STORE = LogicalDatastoreType.OPERATIONAL;

    private WtpState() {
    }

    static InstanceIdentifier<Wtp> path(final Mac wtp) {
        return InstanceIdentifier.create(CloudmacState.class).child(Wtps.class)
            .child(Wtp.class, new WtpKey(StateCodec.wtp(wtp)));
    }

    static Wtp of(final WtpStatus status, final boolean admitted, final Optional<String> problem) {
        final Announcement announcement = status.announcement();
        return new WtpBuilder()
            .setId(StateCodec.wtp(announcement.wtp()))
            .setName(announcement.name())
            .setUp(status.up())
            .setAdmission(new AdmissionBuilder().setAdmitted(admitted).setProblem(problem.orElse(null)).build())
            .setPort(new SwitchPort(status.port().toString()))
            .setLastSeen(StateCodec.time(status.lastSeen()))
            .setInterval(Uint16.valueOf(announcement.interval().toMillis()))
            .setControl(announcement.control().stream()
                .map(address -> new ControlBuilder()
                    .setAddress(address.getAddress().getHostAddress())
                    .setPort(Uint16.valueOf(address.getPort())).build())
                .collect(BindingMap.toMap()))
            .setRadio(announcement.radios().stream().map(WtpState::radio).collect(BindingMap.toMap()))
            .build();
    }

    /**
     * Writes a WTP without touching the session's part of its entry. A merge never deletes, so the entries of the lists
     * are put and deleted one by one, and the admission, whose reason may disappear, is put as a whole.
     *
     * @param before the value written last; null if there is none
     */
    static void write(final WriteTransaction tx, final InstanceIdentifier<Wtp> path, final Wtp before,
            final Wtp now) {
        tx.mergeParentStructureMerge(STORE, path,
            new WtpBuilder(now).setControl(null).setRadio(null).setAdmission(null).build());
        tx.put(STORE, path.child(Admission.class), now.nonnullAdmission());
        final Wtp last = before == null ? new WtpBuilder().withKey(now.key()).build() : before;
        replace(tx, path, Control.class, last.nonnullControl(), now.nonnullControl());
        replace(tx, path, Radio.class, last.nonnullRadio(), now.nonnullRadio());
    }

    private static <T extends ChildOf<Wtp> & KeyAware<K>, K extends Key<T>> void replace(final WriteTransaction tx,
            final InstanceIdentifier<Wtp> path, final Class<T> list, final Map<K, T> before, final Map<K, T> now) {
        before.keySet().stream().filter(key -> !now.containsKey(key))
            .forEach(key -> tx.delete(STORE, path.child(list, key)));
        now.forEach((key, entry) -> tx.put(STORE, path.child(list, key), entry));
    }

    private static Radio radio(final Announcement.Radio radio) {
        final Set<Capability> capabilities = new HashSet<>();
        add(capabilities, radio.flags(), Announcement.Radio.ACTIVE_MONITOR, Capability.ActiveMonitor);
        add(capabilities, radio.flags(), Announcement.Radio.RATE_PER_FRAME, Capability.RatePerFrame);
        add(capabilities, radio.flags(), Announcement.Radio.POWER_PER_FRAME, Capability.PowerPerFrame);
        add(capabilities, radio.flags(), Announcement.Radio.SERVES_STATIONS, Capability.ServesStations);
        final Set<Band> bands = Arrays.stream(Band.values())
            .filter(band -> (radio.bands() >> band.getIntValue() & 1) != 0).collect(Collectors.toSet());
        return new RadioBuilder()
            .setIndex(Uint8.valueOf(radio.index()))
            .setAddress(radio.address().toString())
            .setFrequency(Uint16.valueOf(radio.frequency()))
            .setPower((byte) radio.power())
            .setMaximumPower((byte) radio.maximumPower())
            .setMaximumLeases(Uint8.valueOf(radio.maximumLeases()))
            .setCapability(capabilities)
            .setBand(bands)
            .build();
    }

    private static void add(final Set<Capability> capabilities, final int flags, final int flag,
            final Capability capability) {
        if ((flags & flag) != 0) {
            capabilities.add(capability);
        }
    }
}
