// SPDX-License-Identifier: Apache-2.0
/**
 * Holds the data of an OVSDB database as RFC 7047 defines it: values, rows, snapshots of the monitored
 * tables, and their JSON form. It does no I/O.
 */
package io.cloudmac.ovsdb.db;
