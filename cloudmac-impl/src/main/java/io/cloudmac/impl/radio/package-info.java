// SPDX-License-Identifier: Apache-2.0
/** The operator's rules for transmit rate and power. */
package io.cloudmac.impl.radio;
