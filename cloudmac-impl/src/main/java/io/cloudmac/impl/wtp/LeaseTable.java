// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The ACK leases that the application wants at one WTP, and how each stands. Outlives connections: when
 * the agent is back, all are asked for again, and what had been given back meanwhile is released. Used
 * in one event loop only.
 */
final class LeaseTable {
    private final Map<LeaseKey, LeaseStatus> wanted = new LinkedHashMap<>();
    private final Set<LeaseKey> unreleased = new LinkedHashSet<>();
    private final long ttlMillis;
    private final Runnable onChange;

    /**
     * Creates an empty table.
     *
     * @param ttlMillis for how long to ask, ms
     * @param onChange called when the status of a lease changed
     */
    LeaseTable(final long ttlMillis, final Runnable onChange) {
        this.ttlMillis = ttlMillis;
        this.onChange = onChange;
    }

    /** Wants a lease from now on; asks for it at once if there is a connection. */
    CompletionStage<LeaseKey> add(final LeaseKey key, final AgentClient client, final String whyNoClient) {
        unreleased.remove(key);
        if (!wanted.containsKey(key)) {
            set(key, LeaseStatus.State.PENDING, whyNoClient);
        }
        return client == null ? CompletableFuture.failedFuture(new java.io.IOException(whyNoClient))
            : request(key, client);
    }

    /** Wants a lease no longer; gives it back at once if there is a connection, else at the next. */
    CompletionStage<Boolean> remove(final LeaseKey key, final AgentClient client, final String whyNoClient) {
        if (wanted.remove(key) != null) {
            onChange.run();
        }
        unreleased.add(key);
        return client == null ? CompletableFuture.failedFuture(new java.io.IOException(whyNoClient))
            : release(key, client);
    }

    /** Asks for everything (again): at the start of a connection, and in time before the leases end. */
    void renew(final AgentClient client) {
        List.copyOf(unreleased).forEach(key -> release(key, client));
        List.copyOf(wanted.keySet()).forEach(key -> request(key, client));
    }

    /** The connection is gone: nothing is known to be held any more. */
    void lost(final String reason) {
        for (final LeaseKey key : List.copyOf(wanted.keySet())) {
            set(key, LeaseStatus.State.PENDING, reason);
        }
    }

    List<LeaseStatus> statuses() {
        return new ArrayList<>(wanted.values());
    }

    boolean isEmpty() {
        return wanted.isEmpty() && unreleased.isEmpty();
    }

    private CompletionStage<LeaseKey> request(final LeaseKey key, final AgentClient client) {
        return client.lease(key, ttlMillis).whenComplete((lease, thrown) -> {
            if (!wanted.containsKey(key)) {
                return; // given back while the request was under way; the release follows it on the wire
            }
            if (thrown == null) {
                set(key, LeaseStatus.State.HELD, "");
            } else if (Failures.unwrap(thrown) instanceof JsonRpcException refusal) {
                set(key, LeaseStatus.State.FAILED, refusal.getMessage());
            } else {
                set(key, LeaseStatus.State.PENDING, Failures.text(thrown));
            }
        });
    }

    private CompletionStage<Boolean> release(final LeaseKey key, final AgentClient client) {
        return client.release(key).whenComplete((released, thrown) -> {
            // An agent that refuses has no such lease or radio: nothing is left to give back.
            if (thrown == null || Failures.unwrap(thrown) instanceof JsonRpcException) {
                unreleased.remove(key);
            }
        });
    }

    private void set(final LeaseKey key, final LeaseStatus.State state, final String text) {
        final LeaseStatus status = new LeaseStatus(key, state, text);
        if (!status.equals(wanted.put(key, status))) {
            onChange.run();
        }
    }
}
