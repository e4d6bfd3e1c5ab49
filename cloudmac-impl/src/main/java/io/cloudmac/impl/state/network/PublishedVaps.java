// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.discovery.RefusedVaps;
import io.cloudmac.impl.discovery.RefusedVaps.RefusedVap;
import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.state.EntryEncoder;
import io.cloudmac.impl.state.PublishedList;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.state.StatePart;
import io.cloudmac.impl.state.StateParts;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Vaps;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.VapKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The published VAPs: the known ones, and the refused ones whose BSSID is not known. */
@Component(service = {})
public final class PublishedVaps implements StatePart {
    private static final InstanceIdentifier<Vaps> PATH =
        InstanceIdentifier.create(CloudmacState.class).child(Vaps.class);

    /** The WTPs of a VAP, and their encoded ids. */
    private record EncodedWtps(Set<Mac> wtps, Set<WtpId> ids) {
    }

    /** More encoded ids than this are forgotten, with those of WTPs that are gone. */
    private static final int MANY = 100_000;

    private final EntryEncoder encoder = new EntryEncoder();
    private final PublishedList<VapKey, Vap> vaps =
        new PublishedList<>(encoder, key -> PATH.child(Vap.class, key));
    private final LearnedStore learned;
    private final AssignmentSource assignments;
    private final Activity activity;
    private final VapHostDirectory vapHosts;
    private final RefusedVaps refused;
    private final VapProblems problems;
    private final Registration publishing;
    /** A VAP can have thousands of WTPs, which change seldom. */
    private Map<Mac, EncodedWtps> encoded = Map.of();
    /** The encoded ids of all WTPs. Checking one against its pattern costs more than all else. */
    private final Map<Mac, WtpId> known = new HashMap<>();

    /** Starts publishing. */
    @Activate
    public PublishedVaps(@Reference final StateParts parts, @Reference final LearnedStore learned,
            @Reference final AssignmentSource assignments, @Reference final Activity activity,
            @Reference final VapHostDirectory vapHosts, @Reference final RefusedVaps refused,
            @Reference final VapProblems problems) {
        this.learned = learned;
        this.assignments = assignments;
        this.activity = activity;
        this.vapHosts = vapHosts;
        this.refused = refused;
        this.problems = problems;
        publishing = parts.add(this);
    }

    @Deactivate
    void close() {
        publishing.close();
    }

    @Override
    public Optional<InstanceIdentifier<?>> leftover() {
        return Optional.of(PATH);
    }

    @Override
    public void update() {
        final Map<Mac, EncodedWtps> now = new HashMap<>();
        encoder.encode(PATH, () -> {
            final Collection<RefusedVap> refusedNow = refused.refusedVaps();
            return VapState.vaps(learned.learned(), assignments.assignment(), activity, vapHosts, refusedNow,
                problems.now(refusedNow), (bssid, wtps) ->
                    now.computeIfAbsent(bssid, first -> ids(first, wtps)).ids());
        }).ifPresent(vaps::setAll);
        encoded = now;
        if (known.size() > MANY) {
            known.clear();
        }
    }

    private EncodedWtps ids(final Mac bssid, final Set<Mac> wtps) {
        final EncodedWtps before = encoded.get(bssid);
        return before != null && before.wtps().equals(wtps) ? before : new EncodedWtps(wtps,
            wtps.stream().map(wtp -> known.computeIfAbsent(wtp, StateCodec::wtp)).collect(Collectors.toSet()));
    }

    @Override
    public boolean isDue() {
        return vaps.isDue();
    }

    @Override
    public void write(final WriteTransaction tx) {
        vaps.write(tx);
    }

    @Override
    public void committed() {
        vaps.committed();
    }
}
