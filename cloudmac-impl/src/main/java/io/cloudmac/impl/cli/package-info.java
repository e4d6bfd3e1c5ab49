// SPDX-License-Identifier: Apache-2.0
/** Karaf commands for the same state and RPCs as RESTCONF. */
package io.cloudmac.impl.cli;
