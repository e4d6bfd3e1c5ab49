// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import org.opendaylight.yangtools.concepts.Registration;

/** The network as it is. */
public interface TopologyService {
    /** The switches, ports and links now. */
    Network network();

    /** Has a task run on the event loop after each change. */
    Registration listenToNetwork(Runnable changed);
}
