// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import java.util.Locale;

/**
 * The accounts whose requests share a part of the queue and a set of files. Each share is bounded on its own, so a
 * flood in one share takes no room from the others.
 */
public enum AuditShare {
    /** Administrators. */
    ADMIN,
    /** Operators that are no administrators. */
    OPERATOR,
    /** Accounts of tenants. */
    TENANT,
    /** Viewers, and accounts without a role of CloudMAC. */
    VIEWER,
    /** Requests without an authenticated account. */
    NOBODY;

    /** Returns the share's name in lines and names of files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
