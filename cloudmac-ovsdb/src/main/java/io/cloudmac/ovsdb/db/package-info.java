// SPDX-License-Identifier: Apache-2.0
/**
 * The data of an OVSDB database as RFC 7047 defines it: values, rows, a consistent picture of the
 * monitored tables, and their JSON form. No input or output happens here.
 */
package io.cloudmac.ovsdb.db;
