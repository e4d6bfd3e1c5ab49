// SPDX-License-Identifier: Apache-2.0
/**
 * Decides which requests an account may send to the controller's web server.
 *
 * <p>{@link io.cloudmac.access.AccessTable} decides by role, without I/O. {@link io.cloudmac.access.AccessSecurer} puts
 * {@link io.cloudmac.access.AccessFilter} behind the authentication of each web context.
 */
package io.cloudmac.access;
