// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.Futures;
import java.util.List;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.common.api.PostCanCommitStep;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohort;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohortRegistry;
import org.opendaylight.mdsal.dom.api.DOMDataTreeIdentifier;
import org.opendaylight.netconf.api.NetconfDocumentedException;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.common.ErrorSeverity;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcError;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;

/** Registers commit cohorts of the configuration datastore, and makes their answers. */
public final class CommitCohorts {
    private CommitCohorts() {
    }

    /** Lets a cohort check all commits that change the configuration at or below a path. */
    public static Registration register(final DOMDataBroker broker, final YangInstanceIdentifier path,
            final DOMDataTreeCommitCohort cohort) {
        final var registry = broker.getExtensions().getInstance(DOMDataTreeCommitCohortRegistry.class);
        if (registry == null) {
            throw new IllegalStateException("the data broker does not support commit cohorts");
        }
        return registry.registerCommitCohort(new DOMDataTreeIdentifier(LogicalDatastoreType.CONFIGURATION, path),
            cohort);
    }

    /** Refuses a commit with the texts of its violations, to which RESTCONF answers 400; accepts it without any. */
    public static FluentFuture<PostCanCommitStep> refuseIfAny(final List<String> violations) {
        if (violations.isEmpty()) {
            return PostCanCommitStep.NOOP_SUCCESSFUL_FUTURE;
        }
        final String message = String.join("; ", violations);
        final RpcError[] errors = violations.stream()
            .map(text -> RpcResultBuilder.newError(ErrorType.APPLICATION, ErrorTag.INVALID_VALUE, text))
            .toArray(RpcError[]::new);
        // RESTCONF takes the status from a cause of this type and answers 500 without one.
        final var cause = new NetconfDocumentedException(message, ErrorType.APPLICATION, ErrorTag.INVALID_VALUE,
            ErrorSeverity.ERROR);
        return FluentFuture.from(Futures.immediateFailedFuture(
            new TransactionCommitFailedException(message, cause, errors)));
    }
}
