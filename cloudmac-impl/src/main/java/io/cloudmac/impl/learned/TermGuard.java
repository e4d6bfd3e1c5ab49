// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import com.google.common.util.concurrent.FluentFuture;
import io.cloudmac.impl.config.CommitCohorts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.PostCanCommitStep;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCandidate;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.Ownership;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifier;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNodes;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** A commit cohort that refuses a change of the stored term after which the next owner's would not be the greatest. */
@Component(service = {})
public final class TermGuard implements DOMDataTreeCommitCohort {
    /** No Unix time reaches it for 30,000 years; a later term is one more than the one before. */
    static final long LIMIT = 1L << 40;

    private static final NodeIdentifier TERM = NodeIdentifier.create(QName.create(Ownership.QNAME, "term"));

    private final Registration registration;

    /** Registers with the broker. */
    @Activate
    public TermGuard(@Reference(target = "(type=default)") final DOMDataBroker broker,
            @Reference final BindingNormalizedNodeSerializer codec) {
        registration = CommitCohorts.register(broker,
            codec.toYangInstanceIdentifier(InstanceIdentifier.create(Ownership.class)), this);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    @Override
    public FluentFuture<PostCanCommitStep> canCommit(final Object txId, final EffectiveModelContext ctx,
            final Collection<DOMDataTreeCandidate> candidates) {
        final List<String> violations = new ArrayList<>();
        for (final DOMDataTreeCandidate candidate : candidates) {
            final var root = candidate.getRootNode();
            violation(term(root.dataBefore()), term(root.dataAfter())).ifPresent(violations::add);
        }
        return CommitCohorts.refuseIfAny(violations);
    }

    /** Returns why a change of the term is refused; empty if it is accepted. No term counts as 0. */
    static Optional<String> violation(final long before, final long after) {
        if (Long.compareUnsigned(after, before) < 0) {
            return Optional.of("the stored term " + Long.toUnsignedString(before) + " cannot change to "
                + Long.toUnsignedString(after) + ": terms only increase");
        }
        return Long.compareUnsigned(after - before, 1) > 0 && Long.compareUnsigned(after, LIMIT) > 0
            ? Optional.of("the term " + Long.toUnsignedString(after) + " is too great: only the controller sets it")
            : Optional.empty();
    }

    private static long term(final NormalizedNode container) {
        return container == null ? 0 : NormalizedNodes.findNode(container, TERM)
            .map(term -> ((Uint64) term.body()).longValue()).orElse(0L);
    }
}
