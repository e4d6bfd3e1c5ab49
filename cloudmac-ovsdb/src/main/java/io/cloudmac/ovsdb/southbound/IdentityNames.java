// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import org.opendaylight.yangtools.yang.common.QName;

/** Derives strings from the names of identities, so that identities of other models work too. */
final class IdentityNames {
    private IdentityNames() {
    }

    /**
     * Returns the name of an identity.
     *
     * @param prefix is removed from the start of the name
     * @throws IllegalArgumentException if the binding generator did not make the class
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
