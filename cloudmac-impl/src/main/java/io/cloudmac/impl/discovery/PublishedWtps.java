// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.discovery.WtpDiscovery.WtpStatus;
import io.cloudmac.impl.state.EntryEncoder;
import io.cloudmac.impl.state.PublishedList;
import io.cloudmac.impl.state.StatePart;
import io.cloudmac.impl.state.StateParts;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.Wtp;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The published WTPs. One is encoded again only if it has announced itself, or its admission has changed. */
@Component(service = {})
public final class PublishedWtps implements StatePart {
    /** What an entry was encoded from. */
    private record Sources(WtpStatus status, Optional<String> whyNotAdmitted, Optional<String> problem) {
        boolean differFrom(final Sources before) {
            // Each announcement has a status of its own.
            return before == null || status != before.status || !whyNotAdmitted.equals(before.whyNotAdmitted)
                || !problem.equals(before.problem);
        }
    }

    private final Map<Mac, Sources> encoded = new HashMap<>();
    private final PublishedList<Mac, Wtp> wtps =
        new PublishedList<>(new EntryEncoder(), WtpState::path, WtpState::write);
    private final WtpDiscovery discovery;
    private final AdmittedWtps admission;
    private final Registration publishing;

    /** Starts publishing. */
    @Activate
    public PublishedWtps(@Reference final StateParts parts, @Reference final WtpDiscovery discovery,
            @Reference final AdmittedWtps admission) {
        this.discovery = discovery;
        this.admission = admission;
        publishing = parts.add(this);
    }

    @Deactivate
    void close() {
        publishing.close();
    }

    @Override
    public void update() {
        final Set<Mac> gone = new HashSet<>(encoded.keySet());
        for (final WtpStatus status : discovery.all()) {
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

    @Override
    public boolean isDue() {
        return wtps.isDue();
    }

    @Override
    public void write(final WriteTransaction tx) {
        wtps.write(tx);
    }

    @Override
    public void committed() {
        wtps.committed();
    }
}
