// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

/** The state of a session with a peer. */
public enum SessionState {
    /** The controller does not connect: it has no certificate. */
    OFF,
    /** The first connection attempt is under way. */
    CONNECTING,
    /** Connected, both sides authenticated. */
    UP,
    /** Not connected. The controller keeps trying. */
    DOWN,
    /** One side refused the other's certificate or identity. The controller keeps trying. */
    REFUSED
}
