// SPDX-License-Identifier: Apache-2.0
/**
 * Triggers of tenants: keeps them at the packet nodes as configured, takes their events and keeps these for readers.
 * The nodes compare and number; this package only passes on.
 */
package io.cloudmac.impl.trigger;
