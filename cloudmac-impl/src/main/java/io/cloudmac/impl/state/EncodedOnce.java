// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import java.util.function.Function;

/**
 * The encoding of an immutable object, kept until another object comes. Used by one thread.
 *
 * @param <I> the type of the object
 * @param <O> its encoding
 */
final class EncodedOnce<I, O> {
    private final Function<I, O> encode;
    private I encoded;
    private O encoding;

    /** Creates the keeper; {@code encode} must depend on its argument only. */
    EncodedOnce(final Function<I, O> encode) {
        this.encode = encode;
    }

    /** Returns the encoding. An exception of the encoder reaches the caller, and the next call encodes again. */
    O of(final I object) {
        if (object != encoded) {
            encoding = encode.apply(object);
            encoded = object;
        }
        return encoding;
    }
}
