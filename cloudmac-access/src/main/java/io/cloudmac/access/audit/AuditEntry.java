// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * One line of the audit. Long texts are cut.
 *
 * @param time when it came
 * @param share the share that the line belongs to
 * @param user the account that was authenticated; null if none was
 * @param tried the name that was sent but not authenticated; null if there is none
 * @param source address that sent it
 * @param method HTTP method
 * @param path path as it was sent, without the query
 * @param status what the client got; empty if unknown
 */
public record AuditEntry(Instant time, AuditShare share, String user, String tried, String source, String method,
        String path, OptionalInt status) {
    static final int LONGEST_NAME = 64;
    static final int LONGEST_METHOD = 16;
    static final int LONGEST_PATH = 1024;
    private static final String CUT = "...";

    /** Cuts long texts. */
    public AuditEntry {
        user = bounded(user, LONGEST_NAME);
        tried = bounded(tried, LONGEST_NAME);
        source = bounded(source, LONGEST_NAME);
        method = bounded(method, LONGEST_METHOD);
        path = bounded(path, LONGEST_PATH);
    }

    private static String bounded(final String text, final int longest) {
        return text == null || text.length() <= longest ? text : text.substring(0, longest - CUT.length()) + CUT;
    }
}
