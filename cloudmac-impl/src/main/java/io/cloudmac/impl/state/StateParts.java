// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import org.opendaylight.yangtools.concepts.Registration;

/** The parts of the state that are published. Each domain adds its own. Thread-safe. */
@FunctionalInterface
public interface StateParts {
    /** Publishes a part until the registration is closed. What is published then stays. */
    Registration add(StatePart part);
}
