// SPDX-License-Identifier: Apache-2.0
/**
 * Finds WTPs, VAPs and virtual stations by the packets that the switches send to the controller, and refuses those
 * whose address or id is in use or that the settings do not permit.
 */
package io.cloudmac.impl.discovery;
