// SPDX-License-Identifier: Apache-2.0
/** The log of steering decisions, with their grounds and results. */
package io.cloudmac.impl.steering;
