// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import java.util.Optional;

/** Tells who changed a part of the configuration, so that what follows from it names the account. */
@FunctionalInterface
public interface ChangeAuthors {
    /**
     * Returns the account of the newest recorded change of a part; empty if there is none, if it has no account or was
     * undone, or if it set another value.
     *
     * @param part path below the container {@code cloudmac}, such as {@code wtps/wtp[id=...]}
     * @param value what it must have set, such as {@code draining true}
     */
    Optional<String> author(String part, String value);
}
