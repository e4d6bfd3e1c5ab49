// SPDX-License-Identifier: Apache-2.0
/**
 * The sequence of what happens in the network. Whoever owns a fact adds an event; readers get the events after the last
 * one that they know, or learn that some are missing. This package decides nothing.
 */
package io.cloudmac.impl.events;
