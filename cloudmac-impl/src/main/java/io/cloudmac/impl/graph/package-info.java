// SPDX-License-Identifier: Apache-2.0
/**
 * The maps of the network that programs read: how WTPs hear stations and each other, and what passes the links. Nothing
 * is measured while nobody asks.
 */
package io.cloudmac.impl.graph;
