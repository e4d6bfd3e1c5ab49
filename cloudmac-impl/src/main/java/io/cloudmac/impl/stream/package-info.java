// SPDX-License-Identifier: Apache-2.0
/**
 * The events as a stream of server-sent events. A client that reconnects with the id of its last event misses none, or
 * learns that some are missing. RESTCONF's own streams have neither ids nor a memory.
 */
package io.cloudmac.impl.stream;
