// SPDX-License-Identifier: Apache-2.0
/** Chooses packet nodes for the LVNFs of a service, or refuses the service. Pure. */
package io.cloudmac.impl.orchestrator;
