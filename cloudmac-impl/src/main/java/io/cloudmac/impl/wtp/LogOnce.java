// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.HashSet;
import java.util.Set;

/** Remembers what has been complained of since things last went well, so that retries do not fill the log. */
final class LogOnce {
    private static final int MAX_REMEMBERED = 16;

    private final Set<String> complaints = new HashSet<>();

    /** Returns whether this complaint is to be logged. */
    boolean isNews(final String complaint) {
        return complaints.size() < MAX_REMEMBERED && complaints.add(complaint);
    }

    /** Things went well: whatever happens next is news. */
    void reset() {
        complaints.clear();
    }
}
