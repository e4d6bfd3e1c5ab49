// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;

/**
 * Limits the memory of unfinished TLS handshakes: until the handshake has ended, all that the peer has sent counts as
 * its unfinished message. Later, TLS holds back at most one record of 16 KiB, and {@link MessageDecoder} counts the
 * rest. Comes before the TLS handler in the pipeline.
 */
final class HandshakeLimit extends ChannelInboundHandlerAdapter {
    private final Future<?> handshake;
    private final Admission.Ticket ticket;
    private long received;
    private boolean exceeded;

    /** Creates a handler that counts until {@code handshake} is done. */
    HandshakeLimit(final Future<?> handshake, final Admission.Ticket ticket) {
        this.handshake = handshake;
        this.ticket = ticket;
    }

    @Override
    public void handlerAdded(final ChannelHandlerContext ctx) {
        // The message decoder counts the first decrypted data after this.
        handshake.addListener(done -> ticket.buffer(0));
    }

    @Override
    public void channelRead(final ChannelHandlerContext ctx, final Object data) {
        if (!handshake.isDone()) {
            received += ((ByteBuf) data).readableBytes();
            final String excess = ticket.buffer(received);
            if (excess != null && !exceeded) {
                exceeded = true;
                ctx.fireExceptionCaught(new TooLongFrameException(excess));
            }
        }
        if (exceeded) {
            ReferenceCountUtil.release(data);
        } else {
            ctx.fireChannelRead(data);
        }
    }
}
