// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.wire.Mac;

/** Knows how wide the channels of VAPs are. Used on the event loop. */
@FunctionalInterface
public interface VapWidths {
    /** Returns the width that the last beacon of a VAP named, MHz; 0 if none came since the controller started. */
    int width(Mac bssid);
}
