// SPDX-License-Identifier: Apache-2.0
/** Karaf commands: the same state and the same RPCs as RESTCONF has, as tables. */
package io.cloudmac.impl.cli;
