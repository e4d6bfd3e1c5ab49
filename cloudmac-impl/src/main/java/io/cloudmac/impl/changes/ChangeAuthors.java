// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import java.util.Optional;

/** Tells who changed a part of the configuration, so that what follows from it names the account. */
@FunctionalInterface
public interface ChangeAuthors {
    /**
     * Returns the account of the newest recorded change of a part; empty if there is none, or it has no account.
     *
     * @param part path below the container {@code cloudmac}, such as {@code wtps/wtp[id=...]}
     */
    Optional<String> author(String part);
}
