// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.impl.nfv.HandlerPage.HandlerEntry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads and writes the state of configured LVNFs at their nodes. Futures fail with {@link LvnfException}. */
public interface LvnfAccess {
    /** Reports that a request for an LVNF has failed. The message names the LVNF and is for the operator. */
    final class LvnfException extends Exception {
        private static final long serialVersionUID = 1L;

        /** What has failed. */
        public enum LvnfFailure {
            /** The LVNF is not configured. */
            UNKNOWN_LVNF,
            /** The node does not have the LVNF. */
            ABSENT,
            /** The node has no session, or its session has ended before the answer. */
            UNANSWERED,
            /** The LVNF has no such handler, key or value. */
            INVALID,
            /** A handler has no room. */
            NO_ROOM,
            /** Something else has failed at the node. */
            FAILED
        }

        private final LvnfFailure failure;

        /** Creates the exception. */
        public LvnfException(final LvnfFailure failure, final String message) {
            super(message);
            this.failure = failure;
        }

        /** Returns what has failed. */
        public LvnfFailure failure() {
            return failure;
        }
    }

    /** Reads as many entries of a handler as the node sends at once, after a key or from the first one on. */
    CompletionStage<HandlerPage> read(LvnfId lvnf, String handler, Optional<JsonNode> after);

    /** Removes and writes entries of a handler, all or none. Returns how many were written. */
    CompletionStage<Long> write(LvnfId lvnf, String handler, List<JsonNode> deleted, List<HandlerEntry> entries);

    /** Reads the counters of the ports. */
    CompletionStage<LvnfCounters> counters(LvnfId lvnf);
}
