// SPDX-License-Identifier: Apache-2.0
/**
 * Karaf commands: what RESTCONF shows of the switches, for people at a console. They read the operational
 * datastore and nothing else, so that they show the same on every member of a cluster.
 */
package io.cloudmac.ovsdb.cli;
