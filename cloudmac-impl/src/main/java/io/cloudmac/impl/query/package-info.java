// SPDX-License-Identifier: Apache-2.0
/**
 * Pages of long lists: which entries come next, and the text that says where the next page begins. Pure; it knows
 * nothing of what the lists contain.
 */
package io.cloudmac.impl.query;
