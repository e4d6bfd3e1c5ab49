// SPDX-License-Identifier: Apache-2.0
/** What OpenDaylight's own parts need to come up for certain. */
package io.cloudmac.impl.platform;
