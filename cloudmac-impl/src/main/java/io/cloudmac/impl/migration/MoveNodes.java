// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The packet nodes, as a migration uses them. */
interface MoveNodes {
    /** Calls a method of a packet node; fails with a message for the operator. */
    CompletionStage<ObjectNode> request(String node, String method, ObjectNode params);

    /** Returns the packet node of a switch that has a session; empty: there is none. */
    Optional<String> ofSwitch(String switchId);
}
