// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.util.List;

/**
 * A step of a path of RESTCONF.
 *
 * @param module prefix of the name; empty if the step has none
 * @param name name of a node or of an RPC
 * @param keys decoded values of a list's keys; empty if the step has none
 */
record Step(String module, String name, List<String> keys) {
    Step {
        keys = List.copyOf(keys);
    }

    boolean is(final String otherModule, final String otherName) {
        return module.equals(otherModule) && name.equals(otherName);
    }
}
