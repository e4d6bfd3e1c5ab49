// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the sessions with the VAP hosts, whose daemon is {@code cloudmac-vapd}. Each configured host has one session. It
 * reports which VAPs the host has, and requests their channel switches.
 */
package io.cloudmac.impl.vaphost;
