// SPDX-License-Identifier: Apache-2.0
/** Lets any majority of the configured members form OpenDaylight's cluster, and repairs its datastore's listeners. */
package io.cloudmac.cluster;
