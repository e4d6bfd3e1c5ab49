// SPDX-License-Identifier: Apache-2.0
/**
 * What must be done to a switch so that it has what is configured: desired rows are compared with
 * actual ones, and the difference becomes one transaction. All of it is pure computation.
 */
package io.cloudmac.ovsdb.plan;
