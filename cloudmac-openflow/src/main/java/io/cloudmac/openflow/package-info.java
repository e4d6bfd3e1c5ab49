// SPDX-License-Identifier: Apache-2.0
/** Between OpenFlowPlugin's ports and its handshake: no switch takes the datapath id of a connected one. */
package io.cloudmac.openflow;
