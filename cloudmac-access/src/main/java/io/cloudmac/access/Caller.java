// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The account that sends a request.
 *
 * @param name its name
 * @param roles what it may do
 * @param tenants tenants that it works for
 */
record Caller(String name, Set<Role> roles, Set<String> tenants) {
    /** What an account may do, whatever its tenants are. */
    enum Role {
        /** Everything. */
        ADMIN,
        /** The network, but neither accounts nor settings of the controller itself. */
        OPERATOR,
        /** Reads what an operator reads. */
        VIEWER
    }

    private static final String TENANT = "tenant:";

    Caller {
        roles = Set.copyOf(roles);
        tenants = Set.copyOf(tenants);
    }

    /**
     * Returns an account.
     *
     * @param name its name
     * @param granted names of its roles in the database of accounts; OpenDaylight's other roles mean nothing
     */
    static Caller of(final String name, final Collection<String> granted) {
        final Set<Role> roles = new HashSet<>();
        final Set<String> tenants = new HashSet<>();
        for (final String role : granted) {
            switch (role) {
                case "admin" -> roles.add(Role.ADMIN);
                case "operator" -> roles.add(Role.OPERATOR);
                case "viewer" -> roles.add(Role.VIEWER);
                default -> {
                    if (role.startsWith(TENANT) && role.length() > TENANT.length()) {
                        tenants.add(role.substring(TENANT.length()));
                    }
                }
            }
        }
        return new Caller(name, roles, tenants);
    }
}
