// SPDX-License-Identifier: Apache-2.0
/** Who sent the request that the current thread serves. */
package io.cloudmac.access.caller;
