// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.wire.Mac;
import java.util.Map;

/** Records which VAPs the authenticated sessions of VAP hosts name. Thread-safe; must not block. */
public interface VapHostRecorder {
    /**
     * Records that the open session of a host names exactly these VAPs.
     *
     * @param frequencies the centre frequency of the channel of each VAP, MHz; 0 if the host does not know it
     */
    void vapsNamed(String host, Map<Mac, Integer> frequencies);

    /** Records that a host has no session. Its VAPs wait for it for a while. */
    void sessionClosed(String host);

    /** Records that a host is no longer configured. Its VAPs may have another host at once. */
    void hostRemoved(String host);
}
