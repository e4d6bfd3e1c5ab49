// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import org.opendaylight.yangtools.concepts.Registration;

/** The switches, ports and links of the network. */
public interface TopologyService {
    /** Returns the current network. */
    Network network();

    /** Runs a task on the event loop once now and after each change. */
    Registration listenToNetwork(Runnable changed);
}
