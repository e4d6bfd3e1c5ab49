// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Knows the VAPs that the sessions of VAP hosts name. A VAP has one host: the first that named it. The others are its
 * rivals.
 */
public interface HostedVaps {
    /** Returns the host whose open session names a VAP. Thread-safe. */
    Optional<String> host(Mac bssid);

    /** Returns the hosts whose sessions name a VAP that belongs to another host, by BSSID. Thread-safe. */
    Map<Mac, Set<String>> rivals();

    /** Runs a task on the event loop after each change. */
    Registration listen(Runnable changed);
}
