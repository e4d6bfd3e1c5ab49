// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.nfv.NodeOrder.AddImage;
import io.cloudmac.impl.nfv.NodeOrder.AddLvnf;
import io.cloudmac.impl.nfv.NodeOrder.LvnfOrder;
import io.cloudmac.impl.nfv.NodeOrder.RemoveImage;
import io.cloudmac.impl.nfv.NodeOrder.SetLimit;
import io.cloudmac.impl.nfv.NodeOrder.SetMode;
import io.cloudmac.impl.packetnode.PacketNodeControl;
import io.cloudmac.impl.packetnode.PacketNodeControl.OpenSession;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.ResultDecoder;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;

/**
 * Calls the methods of a packet node that concern images and LVNFs. Futures fail as {@link PacketNodeControl#request}
 * describes, and with a {@link ProtocolException} if a result violates the specification.
 */
final class NodeClient {
    /** A wrong parameter or value. */
    static final int INVALID = -32602;
    /** No such LVNF, image or handler, or a key that is gone. */
    static final int UNKNOWN = -32021;
    /** The name is taken, or the image is in use. */
    static final int IN_USE = -32022;
    /** No room. */
    static final int FULL = -32024;

    /** Greatest number of LVNFs that a list may have. */
    private static final int MAX_LVNFS = 65_536;

    private final OpenSession session;

    private record LvnfPage(List<FoundLvnf> lvnfs, boolean more) {
        static LvnfPage read(final ObjectNode result) throws ProtocolException {
            final List<FoundLvnf> lvnfs = Json.list(result, "lvnfs", FoundLvnf::read);
            final boolean more = Json.bool(result, "more");
            if (more && lvnfs.isEmpty()) {
                throw new ProtocolException("an empty page says that more LVNFs follow");
            }
            return new LvnfPage(lvnfs, more);
        }
    }

    NodeClient(final OpenSession session) {
        this.session = session;
    }

    private <T> CompletionStage<T> call(final String method, final ObjectNode params, final ResultDecoder<T> decoder) {
        return ResultDecoder.decodeAnswer(method, session.request(method, params), decoder);
    }

    private static ObjectNode params(final String member, final String value) {
        final ObjectNode params = Json.newObject();
        params.put(member, value);
        return params;
    }

    /** Requests all images and LVNFs. */
    CompletionStage<NodeContents> list() {
        return call("image.list", Json.newObject(), result -> Json.list(result, "images", FoundImage::read))
            .thenCompose(images -> list(new ArrayList<>(), Json.newObject())
                .thenApply(lvnfs -> new NodeContents(images, lvnfs)));
    }

    private CompletionStage<List<FoundLvnf>> list(final List<FoundLvnf> earlier, final ObjectNode params) {
        return call("lvnf.list", params, result -> {
            final LvnfPage page = LvnfPage.read(result);
            earlier.addAll(page.lvnfs());
            if (earlier.size() > MAX_LVNFS) {
                throw new ProtocolException("the node has more than " + MAX_LVNFS + " LVNFs");
            }
            return page;
        }).thenCompose(page -> page.more()
            ? list(earlier, params("after", earlier.get(earlier.size() - 1).name()))
            : CompletableFuture.completedStage(earlier));
    }

    /** Sends an order. Returns its effect on what the node has. */
    CompletionStage<Consumer<NodeContents>> send(final NodeOrder order) {
        if (order instanceof AddImage add) {
            return upload(add.image(), 0).thenApply(image -> has -> has.add(image));
        }
        if (order instanceof RemoveImage remove) {
            return remove("image.remove", "image", remove.image())
                .thenApply(done -> has -> has.removeImage(remove.image()));
        }
        if (order instanceof AddLvnf add) {
            final ObjectNode params = params("lvnf", add.lvnf());
            params.put("image", add.wanted().image().atNode());
            params.put("ports", add.wanted().ports());
            return call("lvnf.add", params, FoundLvnf::read).thenApply(found -> has -> has.add(found));
        }
        final String lvnf = ((LvnfOrder) order).lvnf();
        if (order instanceof SetMode set) {
            return call(method(set.mode()), params("lvnf", lvnf), FoundLvnf::read)
                .thenApply(found -> has -> has.add(found));
        }
        if (order instanceof SetLimit set) {
            final ObjectNode params = params("lvnf", lvnf);
            set.limit().write(params);
            return call("lvnf.limit", params, FoundLvnf::read).thenApply(found -> has -> has.add(found));
        }
        return remove("lvnf.remove", "lvnf", lvnf).thenApply(done -> has -> has.removeLvnf(lvnf));
    }

    private static String method(final LvnfMode mode) {
        return switch (mode) {
            case Running -> "lvnf.resume";
            case Stopped -> "lvnf.pause";
            case Bypass -> "lvnf.flush";
        };
    }

    /** Removes something. That it is gone already is as good. */
    private CompletionStage<Void> remove(final String method, final String member, final String name) {
        return this.<Void>call(method, params(member, name), result -> null).exceptionallyCompose(thrown ->
            Failures.unwrap(thrown) instanceof JsonRpcException refusal && refusal.code() == UNKNOWN
                ? CompletableFuture.completedStage(null) : CompletableFuture.failedStage(thrown));
    }

    private CompletionStage<FoundImage> upload(final LvnfImage image, final int offset) {
        final ObjectNode params = params("image", image.atNode());
        params.put("ports", image.ports());
        params.put("size", image.size());
        params.put("offset", offset);
        params.put("data", image.part(offset));
        final int end = image.partEnd(offset);
        if (end == image.size()) {
            return call("image.add", params, FoundImage::read);
        }
        return call("image.add", params, result -> Json.integer(result, "received", end, end))
            .thenCompose(received -> upload(image, end));
    }

    /** Requests entries of a handler as {@link LvnfAccess#read} describes. */
    CompletionStage<HandlerPage> read(final ObjectNode params) {
        return call("lvnf.read", params, HandlerPage::read);
    }

    /** Changes entries of a handler. Returns how many were written. */
    CompletionStage<Long> write(final ObjectNode params) {
        return call("lvnf.write", params, result -> Json.integer(result, "written", 0, Integer.MAX_VALUE));
    }

    /** Requests the counters of an LVNF's ports. */
    CompletionStage<LvnfCounters> counters(final String lvnf) {
        return call("lvnf.stats", params("lvnf", lvnf), LvnfCounters::read);
    }
}
