// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import com.google.common.util.concurrent.FluentFuture;
import io.cloudmac.impl.config.CommitCohorts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.PostCanCommitStep;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCandidate;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegments;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegmentsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.ChildOf;
import org.opendaylight.yangtools.yang.binding.DataRoot;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifier;
import org.opendaylight.yangtools.yang.data.api.schema.DistinctNodeContainer;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeCandidateNode;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A commit cohort that refuses a change of tenants or segments if it adds a violation of {@link ChainCheck}. It is
 * registered for the whole configuration, because one transaction may change both.
 */
@Component(service = {})
public final class ChainGuard implements DOMDataTreeCommitCohort {
    private static final Logger LOG = LoggerFactory.getLogger(ChainGuard.class);
    private static final NodeIdentifier TENANTS = NodeIdentifier.create(Tenants.QNAME);
    private static final NodeIdentifier SEGMENTS = NodeIdentifier.create(ChainSegments.QNAME);

    private final BindingNormalizedNodeSerializer codec;
    private final Registration registration;

    /** Registers with the broker. */
    @Activate
    public ChainGuard(@Reference(target = "(type=default)") final DOMDataBroker broker,
            @Reference final BindingNormalizedNodeSerializer codec) {
        this.codec = codec;
        registration = CommitCohorts.register(broker, YangInstanceIdentifier.of(), this);
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
            final DataTreeCandidateNode root = candidate.getRootNode();
            if (root.modifiedChild(TENANTS) != null || root.modifiedChild(SEGMENTS) != null) {
                violations.addAll(violations(root.dataAfter()));
                violations.removeAll(violations.isEmpty() ? List.of() : violations(root.dataBefore()));
            }
        }
        return CommitCohorts.refuseIfAny(violations);
    }

    /**
     * Returns all violations in a configuration. The codec is lazy: computing the hash reads every value and so checks
     * every pattern of the model.
     */
    private List<String> violations(final NormalizedNode root) {
        return CommitCohorts.check("chains", () -> {
            final Tenants tenants = decode(Tenants.class, root, TENANTS, new TenantsBuilder().build());
            final ChainSegments segments =
                decode(ChainSegments.class, root, SEGMENTS, new ChainSegmentsBuilder().build());
            tenants.nonnullTenant().values().forEach(tenant ->
                LOG.debug("Checking chains with hash {}", tenant.nonnullChain().hashCode()));
            return ChainCheck.violations(tenants, segments);
        });
    }

    private <T extends ChildOf<? extends DataRoot>> T decode(final Class<T> type, final NormalizedNode root,
            final NodeIdentifier name, final T otherwise) {
        final NormalizedNode found = root instanceof DistinctNodeContainer<?, ?> container
            ? child(container, name) : null;
        return found == null ? otherwise : type.cast(codec.fromNormalizedNode(
            codec.toYangInstanceIdentifier(InstanceIdentifier.create(type)), found).getValue());
    }

    @SuppressWarnings("unchecked")
    private static NormalizedNode child(final DistinctNodeContainer<?, ?> container, final NodeIdentifier name) {
        return ((DistinctNodeContainer<YangInstanceIdentifier.PathArgument, NormalizedNode>) container)
            .childByArg(name);
    }
}
