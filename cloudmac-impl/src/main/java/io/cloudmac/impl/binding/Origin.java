// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

/** Who decided where a station is served. */
public enum Origin {
    /** The controller. */
    AUTOMATIC,
    /** The configuration. */
    OPERATOR
}
