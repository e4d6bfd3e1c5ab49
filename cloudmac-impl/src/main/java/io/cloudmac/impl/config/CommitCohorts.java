// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.Futures;
import java.util.List;
import java.util.function.Supplier;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers commit cohorts of the configuration datastore, runs their checks and makes their answers. */
public final class CommitCohorts {
    private static final Logger LOG = LoggerFactory.getLogger(CommitCohorts.class);
    /** Greatest number of violations that an answer lists. */
    private static final int LISTED = 10;

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

    /**
     * Runs a check. No exception may leave a cohort, because the transaction would then wait forever.
     *
     * @param what what is checked, for the answer and the log
     * @return the check's violations, or one if it fails
     */
    @SuppressWarnings("checkstyle:IllegalCatch")
    public static List<String> check(final String what, final Supplier<List<String>> check) {
        try {
            return check.get();
        } catch (final IllegalArgumentException e) {
            return List.of(String.valueOf(e.getMessage()));
        } catch (final RuntimeException e) {
            LOG.error("A check of {} failed; the change is refused", what, e);
            return List.of("a check of " + what + " failed, see the log: " + e);
        }
    }

    /**
     * Refuses a commit with the texts of its violations, of which it lists ten, and to which RESTCONF answers 400;
     * accepts it without any.
     */
    public static FluentFuture<PostCanCommitStep> refuseIfAny(final List<String> violations) {
        if (violations.isEmpty()) {
            return PostCanCommitStep.NOOP_SUCCESSFUL_FUTURE;
        }
        final int unlisted = Math.max(0, violations.size() - LISTED);
        final String message = String.join("; ", violations.subList(0, violations.size() - unlisted))
            + (unlisted == 0 ? "" : "; and " + unlisted + " more");
        final RpcError[] errors = violations.stream().limit(LISTED)
            .map(text -> RpcResultBuilder.newError(ErrorType.APPLICATION, ErrorTag.INVALID_VALUE, text))
            .toArray(RpcError[]::new);
        // RESTCONF takes the status from a cause of this type and answers 500 without one.
        final var cause = new NetconfDocumentedException(message, ErrorType.APPLICATION, ErrorTag.INVALID_VALUE,
            ErrorSeverity.ERROR);
        return FluentFuture.from(Futures.immediateFailedFuture(
            new TransactionCommitFailedException(message, cause, errors)));
    }
}
