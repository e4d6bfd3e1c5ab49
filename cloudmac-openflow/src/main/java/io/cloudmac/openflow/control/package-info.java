// SPDX-License-Identifier: Apache-2.0
/** What decides whether switches can connect. */
package io.cloudmac.openflow.control;
