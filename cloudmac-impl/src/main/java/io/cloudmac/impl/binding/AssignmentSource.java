// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import org.opendaylight.yangtools.concepts.Registration;

/** The current assignment of VAPs and stations to WTPs. */
public interface AssignmentSource {
    /** Returns the current assignment. */
    Assignment assignment();

    /** Runs a task on the event loop once now and after each change. */
    Registration listen(Runnable changed);
}
