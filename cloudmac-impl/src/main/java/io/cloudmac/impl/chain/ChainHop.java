// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * An LVNF of a chain.
 *
 * @param lvnf its name at the tenant
 * @param in number of the port where frames enter it
 * @param out number of the port where frames leave it
 * @param reply number of the port where it sends frames of its own to the source; empty: none
 */
public record ChainHop(String lvnf, int in, int out, OptionalInt reply) {
    /** Creates a hop whose LVNF sends no frames to the source. */
    public ChainHop(final String lvnf, final int in, final int out) {
        this(lvnf, in, out, OptionalInt.empty());
    }

    /** Returns the hop of the way back. */
    ChainHop reversed() {
        return new ChainHop(lvnf, out, in);
    }

    /** Returns the numbers of the ports where the LVNF sends frames. */
    public IntStream exits() {
        return IntStream.concat(IntStream.of(out), reply.stream());
    }
}
