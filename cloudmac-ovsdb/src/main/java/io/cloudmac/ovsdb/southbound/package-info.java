// SPDX-License-Identifier: Apache-2.0
/**
 * Connects the switches with MD-SAL. Topology ovsdb:1 in the configuration datastore holds the desired state
 * of the switches, in the operational datastore the actual state.
 */
package io.cloudmac.ovsdb.southbound;
