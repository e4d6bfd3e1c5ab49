// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.google.common.util.concurrent.FluentFuture;
import io.cloudmac.impl.config.CommitCohorts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.PostCanCommitStep;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCandidate;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifierWithPredicates;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.PathArgument;
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
 * A commit cohort that refuses a change of packet nodes and tenants which breaks a rule of {@link NfvCheck}. It decodes
 * and checks only what the change adds or alters, and what refers to it. It is registered for the whole configuration,
 * because one transaction may change packet nodes and tenants, and LVNFs refer to packet nodes.
 */
@Component(service = {})
public final class NfvGuard implements DOMDataTreeCommitCohort {
    private static final Logger LOG = LoggerFactory.getLogger(NfvGuard.class);
    private static final NodeIdentifier NODES = NodeIdentifier.create(PacketNodes.QNAME);
    private static final NodeIdentifier NODE_LIST = NodeIdentifier.create(PacketNode.QNAME);
    private static final NodeIdentifier TENANTS = NodeIdentifier.create(Tenants.QNAME);
    private static final NodeIdentifier TENANT_LIST = NodeIdentifier.create(Tenant.QNAME);
    private static final NodeIdentifier IMAGE_LIST = NodeIdentifier.create(Image.QNAME);
    private static final NodeIdentifier LVNF_LIST = NodeIdentifier.create(Lvnf.QNAME);
    private static final NodeIdentifier TRIGGER_LIST = NodeIdentifier.create(Trigger.QNAME);

    private final BindingNormalizedNodeSerializer codec;
    private final Registration registration;

    /** Registers with the broker. */
    @Activate
    public NfvGuard(@Reference(target = "(type=default)") final DOMDataBroker broker,
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
        candidates.forEach(candidate -> violations.addAll(violations(candidate.getRootNode())));
        return CommitCohorts.refuseIfAny(violations);
    }

    private List<String> violations(final DataTreeCandidateNode root) {
        final DataTreeCandidateNode nodes = root.modifiedChild(NODES);
        final DataTreeCandidateNode tenants = root.modifiedChild(TENANTS);
        if (nodes == null && tenants == null) {
            return List.of();
        }
        return CommitCohorts.check("packet nodes and tenants", () -> {
            final List<String> violations = new ArrayList<>();
            if (nodes != null) {
                violations.addAll(ofNodes(nodes, root.dataAfter()));
            }
            if (tenants != null) {
                changed(tenants, TENANT_LIST).forEach(tenant -> violations.addAll(ofTenant(tenant, root.dataAfter())));
            }
            return violations;
        });
    }

    private List<String> ofNodes(final DataTreeCandidateNode nodes, final NormalizedNode root) {
        final List<String> violations = new ArrayList<>();
        if (nodes.dataAfter() != null) {
            violations.addAll(NfvCheck.nodes(decode(PacketNodes.class, nodes.dataAfter(), NODES)));
        }
        for (final DataTreeCandidateNode node : changed(nodes, NODE_LIST)) {
            if (node.dataAfter() == null) {
                final PacketNode removed = decode(PacketNode.class, node.dataBefore(), NODES, NODE_LIST, node.name());
                tenants(root).forEach(tenant ->
                    NfvCheck.withoutNode(removed.getName(), tenant).ifPresent(violations::add));
            }
        }
        return violations;
    }

    private List<Tenant> tenants(final NormalizedNode root) {
        final List<Tenant> tenants = new ArrayList<>();
        for (final NormalizedNode tenant : entries(root, TENANTS, TENANT_LIST)) {
            tenants.add(decode(Tenant.class, tenant, TENANTS, TENANT_LIST, tenant.name()));
        }
        return tenants;
    }

    private List<String> ofTenant(final DataTreeCandidateNode change, final NormalizedNode root) {
        final List<String> violations = new ArrayList<>();
        if (change.dataAfter() == null) {
            return violations;
        }
        final Tenant after = decode(Tenant.class, change.dataAfter(), TENANTS, TENANT_LIST, change.name());
        final Tenant before = change.dataBefore() == null ? after
            : decode(Tenant.class, change.dataBefore(), TENANTS, TENANT_LIST, change.name());
        NfvCheck.quota(after).ifPresent(violations::add);
        for (final DataTreeCandidateNode image : changed(change, IMAGE_LIST)) {
            violations.addAll(ofImage(image, change.name(), before, after));
        }
        final Set<String> nodes = new HashSet<>();
        entries(root, NODES, NODE_LIST).forEach(node -> ((NodeIdentifierWithPredicates) node.name()).values()
            .forEach(key -> nodes.add(key.toString())));
        for (final DataTreeCandidateNode lvnf : changed(change, LVNF_LIST)) {
            if (lvnf.dataAfter() != null) {
                violations.addAll(NfvCheck.lvnf(after, checked(decode(Lvnf.class, lvnf.dataAfter(), TENANTS,
                    TENANT_LIST, change.name(), LVNF_LIST, lvnf.name())), nodes));
            }
        }
        for (final DataTreeCandidateNode trigger : changed(change, TRIGGER_LIST)) {
            if (trigger.dataAfter() != null) {
                violations.addAll(TriggerCheck.trigger(after, checked(decode(Trigger.class, trigger.dataAfter(),
                    TENANTS, TENANT_LIST, change.name(), TRIGGER_LIST, trigger.name()))));
            }
        }
        return violations;
    }

    private List<String> ofImage(final DataTreeCandidateNode change, final PathArgument tenant,
            final Tenant before, final Tenant after) {
        final Image old = change.dataBefore() == null ? null
            : decode(Image.class, change.dataBefore(), TENANTS, TENANT_LIST, tenant, IMAGE_LIST, change.name());
        if (change.dataAfter() == null) {
            return NfvCheck.withoutImage(old.key(), after).stream().toList();
        }
        final Image now = checked(decode(Image.class, change.dataAfter(), TENANTS, TENANT_LIST, tenant, IMAGE_LIST,
            change.name()));
        final List<String> violations = new ArrayList<>(ProgramCheck.image(now, NfvCheck.name(after, now)));
        if (old != null && violations.isEmpty()) {
            NfvCheck.image(old, now, before, after).ifPresent(violations::add);
        }
        return violations;
    }

    /** Returns the entries of a list that a change has altered. */
    private static List<DataTreeCandidateNode> changed(final DataTreeCandidateNode parent, final NodeIdentifier list) {
        final DataTreeCandidateNode change = parent.modifiedChild(list);
        final List<DataTreeCandidateNode> entries = new ArrayList<>();
        if (change != null) {
            for (final DataTreeCandidateNode entry : change.childNodes()) {
                final NormalizedNode after = entry.dataAfter();
                if (after == null ? entry.dataBefore() != null : !after.equals(entry.dataBefore())) {
                    entries.add(entry);
                }
            }
        }
        return entries;
    }

    /** Returns the entries of a list in a container at the root. */
    private static Collection<? extends NormalizedNode> entries(final NormalizedNode root,
            final NodeIdentifier container, final NodeIdentifier list) {
        return child(root, container).flatMap(found -> child(found, list))
            .map(found -> ((DistinctNodeContainer<?, ?>) found).body()).orElse(List.of());
    }

    @SuppressWarnings("unchecked")
    private static Optional<NormalizedNode> child(final NormalizedNode parent, final PathArgument name) {
        return parent instanceof DistinctNodeContainer<?, ?> container
            ? Optional.ofNullable(((DistinctNodeContainer<PathArgument, NormalizedNode>) container).childByArg(name))
            : Optional.empty();
    }

    private <T extends DataObject> T decode(final Class<T> type, final NormalizedNode data,
            final PathArgument... path) {
        return type.cast(codec.fromNormalizedNode(YangInstanceIdentifier.of(path), data).getValue());
    }

    /** Reads every value, and so checks every pattern, because the codec is lazy and the datastore does not. */
    private static <T extends DataObject> T checked(final T decoded) {
        LOG.trace("Checking an entry with hash {}", decoded.hashCode());
        return decoded;
    }
}
