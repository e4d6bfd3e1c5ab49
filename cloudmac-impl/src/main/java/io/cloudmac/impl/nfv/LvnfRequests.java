// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.nfv.HandlerPage.HandlerEntry;
import io.cloudmac.impl.nfv.LvnfAccess.LvnfException.LvnfFailure;
import io.cloudmac.impl.packetnode.PacketNodeControl;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Passes requests for LVNFs on to their nodes. */
final class LvnfRequests implements LvnfAccess {
    private static final int MAX_MESSAGE = 2000;

    private final PacketNodeControl control;
    private final NodeKeepers keepers;
    private final EventLoop loop;

    LvnfRequests(final PacketNodeControl control, final NodeKeepers keepers, final EventLoop loop) {
        this.control = control;
        this.keepers = keepers;
        this.loop = loop;
    }

    @Override
    public CompletionStage<HandlerPage> read(final LvnfId lvnf, final String handler, final Optional<JsonNode> after) {
        final ObjectNode params = params(lvnf, handler);
        after.ifPresent(key -> params.set("after", key));
        return request(lvnf, false, client -> client.read(params));
    }

    @Override
    public CompletionStage<Long> write(final LvnfId lvnf, final String handler, final List<JsonNode> deleted,
            final List<HandlerEntry> entries) {
        final ObjectNode params = params(lvnf, handler);
        final ArrayNode keys = params.putArray("delete");
        deleted.forEach(keys::add);
        final ArrayNode written = params.putArray("entries");
        entries.forEach(entry -> {
            final ObjectNode object = written.addObject();
            object.set("key", entry.key());
            object.set("value", entry.value());
        });
        return request(lvnf, true, client -> client.write(params));
    }

    @Override
    public CompletionStage<LvnfCounters> counters(final LvnfId lvnf) {
        return request(lvnf, false, client -> client.counters(lvnf.atNode()));
    }

    private static ObjectNode params(final LvnfId lvnf, final String handler) {
        final ObjectNode params = Json.newObject();
        params.put("lvnf", lvnf.atNode());
        params.put("handler", handler);
        return params;
    }

    private <T> CompletionStage<T> request(final LvnfId lvnf, final boolean changes,
            final Function<NodeClient, CompletionStage<T>> method) {
        final CompletableFuture<T> result = new CompletableFuture<>();
        loop.execute(() -> {
            final Optional<WantedLvnf> wanted = keepers.host(lvnf);
            if (wanted.isEmpty()) {
                result.completeExceptionally(new LvnfException(LvnfFailure.UNKNOWN_LVNF,
                    "LVNF " + lvnf + " is not configured"));
                return;
            }
            if (changes && keepers.isMoving(lvnf)) {
                result.completeExceptionally(new LvnfException(LvnfFailure.ABSENT,
                    "LVNF " + lvnf + " moves to another packet node; try again when it is there"));
                return;
            }
            final String node = wanted.orElseThrow().node();
            final String who = "LVNF " + lvnf + " at packet node " + node + ": ";
            final Optional<NodeKeeper> without = keepers.find(node).filter(keeper -> keeper.isListed()
                && keeper.contents().lvnf(lvnf.atNode()).isEmpty());
            if (without.isPresent()) {
                result.completeExceptionally(new LvnfException(LvnfFailure.ABSENT, who
                    + without.orElseThrow().problem(lvnf.atNode()).orElse("the node has not created it yet")));
                return;
            }
            final NodeClient client = new NodeClient((name, params) -> control.request(node, name, params));
            method.apply(client).whenComplete((value, thrown) -> {
                if (thrown == null) {
                    result.complete(value);
                } else {
                    final Throwable cause = Failures.unwrap(thrown);
                    result.completeExceptionally(new LvnfException(failure(cause),
                        who + Failures.text(cause, MAX_MESSAGE)));
                }
            });
        });
        return result;
    }

    private static LvnfFailure failure(final Throwable cause) {
        if (cause instanceof JsonRpcException refusal) {
            return switch (refusal.code()) {
                case NodeClient.INVALID, NodeClient.UNKNOWN -> LvnfFailure.INVALID;
                case NodeClient.FULL -> LvnfFailure.NO_ROOM;
                default -> LvnfFailure.FAILED;
            };
        }
        if (cause instanceof IllegalArgumentException) {
            return LvnfFailure.INVALID;
        }
        return cause instanceof IOException && !(cause instanceof ProtocolException) ? LvnfFailure.UNANSWERED
            : LvnfFailure.FAILED;
    }
}
