// SPDX-License-Identifier: Apache-2.0
/**
 * MD-SAL's side: topology ovsdb:1 in the configuration datastore is what every switch shall have, the
 * same topology in the operational datastore what it has.
 */
package io.cloudmac.ovsdb.southbound;
