// SPDX-License-Identifier: Apache-2.0
/** Workarounds for OpenDaylight's own components. */
package io.cloudmac.impl.platform;
