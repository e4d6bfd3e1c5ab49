// SPDX-License-Identifier: Apache-2.0
/** The state that the controller learns and that survives a restart (model {@code cloudmac-learned}). */
package io.cloudmac.impl.learned;
