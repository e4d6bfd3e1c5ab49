// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.channel.ChannelSwitches.ChannelSwitchException;
import io.cloudmac.impl.handover.Handover.HandoverException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.yangtools.yang.common.ErrorTag;

/** Why a handover failed, as far as it tells the caller what to do. */
public enum FailureKind {
    /** There is no such station to hand over. */
    UNKNOWN_STATION,
    /** Another handover of the station is under way. */
    BUSY,
    /** The present state forbids the handover, or one of those involved refused a step. */
    REFUSED,
    /** A step was not done in time, or a session was lost: the other side may have done it nevertheless. */
    UNANSWERED,
    /** The controller failed. */
    INTERNAL;

    /** Returns the kind of a step's failure. */
    static FailureKind ofStep(final Throwable cause) {
        if (cause instanceof HandoverException e) {
            // It was there when the handover began.
            return e.kind() == UNKNOWN_STATION ? REFUSED : e.kind();
        }
        if (cause instanceof ChannelSwitchException e) {
            return e.mayHaveSwitched() ? UNANSWERED : REFUSED;
        }
        if (cause instanceof TimeoutException || cause instanceof IOException) {
            return UNANSWERED;
        }
        if (cause instanceof TransactionCommitFailedException e) {
            final boolean isRefusal = e.getErrorList().stream()
                .anyMatch(error -> ErrorTag.INVALID_VALUE.equals(error.getTag()));
            return isRefusal ? REFUSED : INTERNAL;
        }
        return cause instanceof RuntimeException || cause instanceof Error ? INTERNAL : REFUSED;
    }
}
