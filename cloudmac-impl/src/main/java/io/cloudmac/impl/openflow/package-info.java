// SPDX-License-Identifier: Apache-2.0
/** OpenFlow below the flow rules: packet-out, the interfaces for received packets, and the numbers of flow tables. */
package io.cloudmac.impl.openflow;
