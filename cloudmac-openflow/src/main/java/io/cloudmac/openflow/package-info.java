// SPDX-License-Identifier: Apache-2.0
/** Accepts switches only at the controller that controls them, and none with the datapath id of a connected one. */
package io.cloudmac.openflow;
