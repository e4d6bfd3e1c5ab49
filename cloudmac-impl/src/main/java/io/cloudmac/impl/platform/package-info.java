// SPDX-License-Identifier: Apache-2.0
/** Which member of a cluster runs the application, and workarounds for OpenDaylight's own components. */
package io.cloudmac.impl.platform;
