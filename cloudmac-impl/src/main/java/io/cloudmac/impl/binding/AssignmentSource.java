// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import org.opendaylight.yangtools.concepts.Registration;

/** Who is to be served where, from moment to moment. */
public interface AssignmentSource {
    /** As it is now. */
    Assignment assignment();

    /** Has a task run on the event loop after each change. */
    Registration listen(Runnable changed);
}
