// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.Mac;
import java.util.Set;

/** The WTPs that exist without being configured. */
@FunctionalInterface
public interface KnownWtps {
    /** Those that have announced themselves, before a restart included; never blocks. */
    Set<Mac> knownWtps();
}
