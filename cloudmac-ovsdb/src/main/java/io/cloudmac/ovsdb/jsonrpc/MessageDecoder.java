// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.json.JsonObjectDecoder;
import java.util.List;

/** Splits the data of a connection into JSON objects, and limits the memory of the unfinished one. */
final class MessageDecoder extends JsonObjectDecoder {
    private final Admission.Ticket ticket;

    /** Creates a decoder; a message of more than {@code maxMessage} bytes is an error. */
    MessageDecoder(final int maxMessage, final Admission.Ticket ticket) {
        super(maxMessage);
        this.ticket = ticket;
    }

    @Override
    protected void decode(final ChannelHandlerContext ctx, final ByteBuf in, final List<Object> out) throws Exception {
        super.decode(ctx, in, out);
        final String excess = ticket.buffer(in.readableBytes());
        if (excess != null) {
            in.skipBytes(in.readableBytes());
            throw new TooLongFrameException(excess);
        }
    }
}
