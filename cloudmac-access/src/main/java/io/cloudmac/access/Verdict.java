// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

/** What happens to a request. */
sealed interface Verdict {
    /** Returns the query that replaces the request's one; null if it stays. */
    default String query() {
        return null;
    }

    /**
     * The request goes on.
     *
     * @param body what its body must be
     * @param query query that replaces the request's one; null if it stays
     */
    record Allowed(BodyRule body, String query) implements Verdict {
        Allowed() {
            this(BodyRule.ANY, null);
        }

        Allowed(final BodyRule body) {
            this(body, null);
        }
    }

    /** The request is refused. */
    record Refused() implements Verdict {
        // Nothing but its kind.
    }
}
