// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.util.HashSet;
import java.util.Set;

/** Filters repeated messages until the next success, so that retries do not fill the log. */
public final class RepeatedMessageFilter {
    private static final int MAX_REMEMBERED = 16;

    private final Set<String> messages = new HashSet<>();

    /** Returns true if the message is new since the last success. */
    public boolean isNew(final String message) {
        return messages.size() < MAX_REMEMBERED && messages.add(message);
    }

    /** Records a success: each message is new again. */
    public void reset() {
        messages.clear();
    }
}
