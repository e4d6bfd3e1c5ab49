// SPDX-License-Identifier: Apache-2.0
/**
 * Moves LVNFs to other packet nodes while frames pass. {@link io.cloudmac.impl.migration.MoveStep} decides, as a pure
 * function, which step follows; {@link io.cloudmac.impl.migration.MigrationRun} takes the steps.
 */
package io.cloudmac.impl.migration;
