// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import com.google.common.util.concurrent.FluentFuture;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.PostCanCommitStep;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCandidate;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A commit cohort that refuses a change of the configuration if it adds a violation of a {@link ConfigurationCheck}.
 * This holds for RESTCONF, for RPCs and for changes from within the controller. The error is an
 * {@code invalid-value}; RESTCONF answers with status 400 and the texts of the checks.
 */
@Component(service = ChangeCheck.class, immediate = true)
public final class ConfigurationGuard implements DOMDataTreeCommitCohort, ChangeCheck {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationGuard.class);
    private static final InstanceIdentifier<Cloudmac> ROOT = InstanceIdentifier.create(Cloudmac.class);

    private final BindingNormalizedNodeSerializer codec;
    private final List<ConfigurationCheck> checks;
    private final YangInstanceIdentifier path;
    private final Registration registration;

    /** Registers with the broker. */
    @Activate
    public ConfigurationGuard(@Reference(target = "(type=default)") final DOMDataBroker broker,
            @Reference final BindingNormalizedNodeSerializer codec,
            @Reference(cardinality = ReferenceCardinality.AT_LEAST_ONE,
                policyOption = ReferencePolicyOption.GREEDY) final List<ConfigurationCheck> checks) {
        this.codec = codec;
        this.checks = List.copyOf(checks);
        path = codec.toYangInstanceIdentifier(ROOT);
        registration = CommitCohorts.register(broker, path, this);
        LOG.info("{} checks apply to the configuration", checks.size());
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
            violations.addAll(addedViolations(root.dataBefore(), root.dataAfter()));
        }
        return CommitCohorts.refuseIfAny(violations);
    }

    /**
     * Returns the violations that a change adds. Earlier violations do not count: a rate that became too high when a
     * port came up with a lower speed must not keep the operator from draining a WTP.
     */
    @Override
    public List<String> addedViolations(final NormalizedNode before, final NormalizedNode after) {
        final List<String> violations = after == null ? List.of() : allViolations(after);
        if (violations.isEmpty() || before == null) {
            return violations;
        }
        final List<String> known = allViolations(before);
        return violations.stream().filter(text -> !known.contains(text)).toList();
    }

    /**
     * Returns all violations in a configuration. The codec is lazy: computing the hash reads every value and so checks
     * every pattern of the model, which the datastore does not enforce.
     */
    private List<String> allViolations(final NormalizedNode after) {
        return CommitCohorts.check("the configuration", () -> {
            final Cloudmac configuration = (Cloudmac) codec.fromNormalizedNode(path, after).getValue();
            LOG.debug("Checking a configuration with hash {}", configuration.hashCode());
            return checks.stream().flatMap(check -> check.violations(configuration).stream()).toList();
        });
    }
}
