// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** The thread of {@link MemberLoop}. */
@Component(service = MemberLoop.class)
public final class MemberThread extends SingleThreadLoop implements MemberLoop {
    /** Starts the thread. */
    @Activate
    public MemberThread() {
        super("cloudmac-member");
    }

    @Deactivate
    @Override
    public void close() {
        super.close();
    }
}
