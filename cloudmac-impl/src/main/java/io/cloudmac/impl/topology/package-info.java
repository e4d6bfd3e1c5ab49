// SPDX-License-Identifier: Apache-2.0
/** Switch ports, links between switches, and shortest paths. */
package io.cloudmac.impl.topology;
