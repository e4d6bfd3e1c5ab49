// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import com.google.common.util.concurrent.FluentFuture;
import io.cloudmac.impl.config.CommitCohorts;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.PostCanCommitStep;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCandidate;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.Vap;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.PathArgument;
import org.opendaylight.yangtools.yang.data.api.schema.MapNode;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNodes;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeCandidateNode;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A commit cohort that checks the learned state, whoever writes it, and refuses a change with an {@code invalid-value}
 * (RESTCONF: status 400). It decodes only the entries that a change adds or alters. An operator may delete any entry.
 */
@Component(service = {})
public final class LearnedGuard implements DOMDataTreeCommitCohort {
    private static final Logger LOG = LoggerFactory.getLogger(LearnedGuard.class);
    private static final NodeIdentifier VAPS = NodeIdentifier.create(Vap.QNAME);
    private static final QName BSSID = QName.create(Vap.QNAME, "bssid");

    private final BindingNormalizedNodeSerializer codec;
    private final YangInstanceIdentifier path;
    private final Registration registration;

    /** Registers with the broker. */
    @Activate
    public LearnedGuard(@Reference(target = "(type=default)") final DOMDataBroker broker,
            @Reference final BindingNormalizedNodeSerializer codec) {
        this.codec = codec;
        path = codec.toYangInstanceIdentifier(InstanceIdentifier.create(CloudmacLearned.class));
        registration = CommitCohorts.register(broker, path, this);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    @Override
    public FluentFuture<PostCanCommitStep> canCommit(final Object txId, final EffectiveModelContext ctx,
            final Collection<DOMDataTreeCandidate> candidates) {
        final List<String> violations = new ArrayList<>();
        candidates.forEach(candidate -> violations.addAll(violations(candidate.getRootNode())));
        return CommitCohorts.refuseIfAny(violations);
    }

    /** Returns the violations of all new and changed entries. */
    private List<String> violations(final DataTreeCandidateNode root) {
        final List<String> violations = new ArrayList<>();
        final NormalizedNode after = root.dataAfter();
        if (after == null) {
            return violations;
        }
        for (final DataTreeCandidateNode list : root.childNodes()) {
            if (list.dataAfter() == null) {
                continue;
            }
            for (final DataTreeCandidateNode entry : list.childNodes()) {
                if (entry.dataAfter() == null || entry.dataAfter().equals(entry.dataBefore())) {
                    continue;
                }
                violations.addAll(CommitCohorts.check("the learned state", () ->
                    LearnedCheck.violations(before(list.name(), entry),
                        decode(list.name(), entry.name(), entry.dataAfter()), references(after))));
            }
        }
        return violations;
    }

    /** Decodes an entry as it was; null if there was none. */
    private DataObject before(final PathArgument list, final DataTreeCandidateNode entry) {
        return entry.dataBefore() == null ? null : decode(list, entry.name(), entry.dataBefore());
    }

    /** Decodes an entry. The codec is lazy: computing the hash reads every value and so checks every pattern. */
    private DataObject decode(final PathArgument list, final PathArgument name, final NormalizedNode entry) {
        final DataObject decoded = codec.fromNormalizedNode(path.node(list).node(name), entry).getValue();
        LOG.trace("Checking an entry with hash {}", decoded.hashCode());
        return decoded;
    }

    private LearnedCheck.StateAfter references(final NormalizedNode after) {
        return new LearnedCheck.StateAfter() {
            @Override
            public boolean hasWtp(final Mac wtp) {
                final var inside = codec.toYangInstanceIdentifier(LearnedCodec.wtpPath(wtp))
                    .relativeTo(path).orElseThrow();
                return NormalizedNodes.findNode(after, inside).isPresent();
            }

            @Override
            public Optional<Mac> otherVapWithId(final Mac bssid) {
                return NormalizedNodes.findNode(after, VAPS).stream()
                    .flatMap(vaps -> ((MapNode) vaps).body().stream())
                    .map(vap -> Mac.parse((String) vap.name().getValue(BSSID)))
                    .filter(other -> other.lastTwoOctets() == bssid.lastTwoOctets() && !other.equals(bssid))
                    .findFirst();
            }
        };
    }
}
