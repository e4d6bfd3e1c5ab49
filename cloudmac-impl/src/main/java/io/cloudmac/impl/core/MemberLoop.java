// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

/**
 * The event loop of what runs on every member of a cluster, whichever member owns the application. A single controller
 * has it too.
 */
public interface MemberLoop extends EventLoop {
}
