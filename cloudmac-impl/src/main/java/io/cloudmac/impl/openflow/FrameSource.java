// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import org.opendaylight.yangtools.concepts.Registration;

/** Where frames of unknown stations come from. */
public interface FrameSource {
    /** Registers. */
    Registration listenToFrames(FrameListener listener);
}
