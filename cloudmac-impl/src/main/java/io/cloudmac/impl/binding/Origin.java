// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

/** Who decided which WTP serves a station. */
public enum Origin {
    /** The controller. */
    AUTOMATIC,
    /** The configuration. */
    OPERATOR
}
