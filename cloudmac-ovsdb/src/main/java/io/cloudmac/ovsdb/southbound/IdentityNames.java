// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import org.opendaylight.yangtools.yang.common.QName;

/** Names of identities, so that those which others add work without being known here. */
final class IdentityNames {
    private IdentityNames() {
    }

    /**
     * The name of an identity.
     *
     * @param prefix is left out if the name begins so
     * @throws IllegalArgumentException if its class is not one that the binding generator made
     */
    static String of(final Class<?> identity, final String prefix) {
        final String name;
        try {
            name = ((QName) identity.getField("QNAME").get(null)).getLocalName();
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException("identity without a name: " + identity, e);
        }
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }
}
