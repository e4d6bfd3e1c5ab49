// SPDX-License-Identifier: Apache-2.0
/** The encoding and publication of {@code cloudmac-state}. */
package io.cloudmac.impl.state;
