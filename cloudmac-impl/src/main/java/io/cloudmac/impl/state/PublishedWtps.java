// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.discovery.WtpDiscovery.WtpStatus;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.Wtp;

/** The published WTPs. One is encoded again only if it has announced itself, or its admission has changed. */
final class PublishedWtps {
    /** What an entry was encoded from. */
    private record Sources(WtpStatus status, Optional<String> whyNotAdmitted, Optional<String> problem) {
        boolean differFrom(final Sources before) {
            // Each announcement has a status of its own.
            return before == null || status != before.status || !whyNotAdmitted.equals(before.whyNotAdmitted)
                || !problem.equals(before.problem);
        }
    }

    private final Map<Mac, Sources> encoded = new HashMap<>();
    private final PublishedList<Mac, Wtp> wtps;
    private final AdmittedWtps admission;

    PublishedWtps(final EntryEncoder encoder, final AdmittedWtps admission) {
        wtps = new PublishedList<>(encoder, WtpState::path, WtpState::write);
        this.admission = admission;
    }

    /** Encodes what has changed. Call it once in each round. */
    void update(final Collection<WtpStatus> all) {
        final Set<Mac> gone = new HashSet<>(encoded.keySet());
        for (final WtpStatus status : all) {
            final Mac wtp = status.announcement().wtp();
            gone.remove(wtp);
            final Sources now = new Sources(status, admission.whyNotAdmitted(wtp), admission.problem(wtp));
            if (now.differFrom(encoded.put(wtp, now))) {
                wtps.encode(wtp, () -> WtpState.of(status, now.whyNotAdmitted().isEmpty(), now.problem()));
            }
        }
        gone.forEach(wtp -> {
            encoded.remove(wtp);
            wtps.remove(wtp);
        });
    }

    boolean isDue() {
        return wtps.isDue();
    }

    void write(final WriteTransaction tx) {
        wtps.write(tx);
    }

    void committed() {
        wtps.committed();
    }
}
