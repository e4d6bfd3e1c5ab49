// SPDX-License-Identifier: Apache-2.0
/**
 * Accepts switches only at the controller that controls them, and none with the datapath id of a connected one. Hides
 * the ports of LVNFs from OpenFlowPlugin, and adds Open vSwitch's actions to it.
 */
package io.cloudmac.openflow;
