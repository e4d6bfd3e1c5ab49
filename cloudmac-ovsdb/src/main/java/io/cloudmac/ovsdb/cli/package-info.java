// SPDX-License-Identifier: Apache-2.0
/**
 * Karaf commands that print the state of the switches. They read only the operational datastore, so they
 * print the same on every member of a cluster.
 */
package io.cloudmac.ovsdb.cli;
