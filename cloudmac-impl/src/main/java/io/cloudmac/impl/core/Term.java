// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

/** The period for which one controller owns the application. Its value is greater than that of every earlier owner. */
public interface Term {
    /** Returns the number of this period. */
    long value();
}
