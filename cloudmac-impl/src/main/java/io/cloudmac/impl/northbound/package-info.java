// SPDX-License-Identifier: Apache-2.0
/** The RPCs and notifications of {@code cloudmac}. */
package io.cloudmac.impl.northbound;
