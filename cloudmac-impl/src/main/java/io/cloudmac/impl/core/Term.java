// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

/** The term of this controller as owner of the application. WTPs and VAP hosts obey the owner with the greatest one. */
@FunctionalInterface
public interface Term {
    /** Returns the term, from 1 to 2^53 - 1: greater than that of every earlier owner of the application. */
    long value();
}
