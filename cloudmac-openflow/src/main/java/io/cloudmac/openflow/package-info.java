// SPDX-License-Identifier: Apache-2.0
/** Refuses a second switch with the datapath id of a connected one. */
package io.cloudmac.openflow;
