// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.Futures;
import java.util.List;
import org.opendaylight.mdsal.common.api.PostCanCommitStep;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.netconf.api.NetconfDocumentedException;
import org.opendaylight.yangtools.yang.common.ErrorSeverity;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcError;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;

/** The answers of a commit cohort. */
public final class CommitRefusal {
    private CommitRefusal() {
    }

    /** Refuses a commit with the texts of its violations, to which RESTCONF answers 400; accepts it without any. */
    public static FluentFuture<PostCanCommitStep> ifAny(final List<String> violations) {
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
