// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.Mac;
import java.util.Set;

/** The WTPs that the controller has discovered and admitted. */
@FunctionalInterface
public interface KnownWtps {
    /** Returns the ids of all WTPs that were admitted once, including those before a restart; never blocks. */
    Set<Mac> knownWtps();
}
