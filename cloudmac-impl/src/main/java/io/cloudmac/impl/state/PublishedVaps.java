// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Vaps;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.VapKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The published VAPs. */
final class PublishedVaps {
    static final InstanceIdentifier<Vaps> PATH = InstanceIdentifier.create(CloudmacState.class).child(Vaps.class);

    /** The WTPs of a VAP, and their encoded ids. */
    private record EncodedWtps(Set<Mac> wtps, Set<WtpId> ids) {
    }

    /** More encoded ids than this are forgotten, with those of WTPs that are gone. */
    private static final int MANY = 100_000;

    private final PublishedList<VapKey, Vap> vaps;
    private final EntryEncoder encoder;
    /** A VAP can have thousands of WTPs, which change seldom. */
    private Map<Mac, EncodedWtps> encoded = Map.of();
    /** The encoded ids of all WTPs. Checking one against its pattern costs more than all else. */
    private final Map<Mac, WtpId> known = new HashMap<>();

    PublishedVaps(final EntryEncoder encoder) {
        this.encoder = encoder;
        vaps = new PublishedList<>(encoder, key -> PATH.child(Vap.class, key));
    }

    /**
     * Sets the present VAPs. Call it once in each round.
     *
     * @param present returns all entries; it gets a function that returns the ids of the WTPs of a VAP
     */
    void update(final Function<BiFunction<Mac, Set<Mac>, Set<WtpId>>, Map<VapKey, Vap>> present) {
        final Map<Mac, EncodedWtps> now = new HashMap<>();
        encoder.encode(PATH, () -> present.apply((bssid, wtps) ->
            now.computeIfAbsent(bssid, first -> ids(first, wtps)).ids())).ifPresent(vaps::setAll);
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

    boolean isDue() {
        return vaps.isDue();
    }

    void write(final WriteTransaction tx) {
        vaps.write(tx);
    }

    void committed() {
        vaps.committed();
    }
}
