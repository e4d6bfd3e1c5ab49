// SPDX-License-Identifier: Apache-2.0
/**
 * Plans the transaction that makes a switch match its configuration. It compares desired rows with actual
 * rows. All of it is pure computation.
 */
package io.cloudmac.ovsdb.plan;
