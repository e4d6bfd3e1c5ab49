// SPDX-License-Identifier: Apache-2.0
/** The event loop, counters and helpers for the datastore. */
package io.cloudmac.impl.core;
