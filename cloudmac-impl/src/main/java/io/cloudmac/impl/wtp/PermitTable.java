// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.google.common.collect.Lists;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the permits of one WTP to announce VAPs. The table outlives connections: a new session gets all permits again,
 * and ends those that are no longer wanted. Use it in one event loop only.
 */
final class PermitTable {
    private static final Logger LOG = LoggerFactory.getLogger(PermitTable.class);
    /** VAPs in a request: a line of the protocol has at most 65536 octets. */
    private static final int BATCH = 512;

    private final Mac wtp;
    private final LongSupplier ttlMillis;
    private final IntFunction<OptionalInt> radioOn;
    /** The radio of each VAP that the agent was asked to announce, in this session or the last one. */
    private final Map<Mac, Integer> requested = new HashMap<>();
    /** Ended permits that the agent may still have. */
    private final Set<Mac> unrevoked = new HashSet<>();
    private Map<Mac, Integer> wanted = Map.of();
    private AgentClient client;
    private boolean isUnlimited;

    /**
     * Creates an empty table.
     *
     * @param ttlMillis returns the present duration of permits, ms
     * @param radioOn returns the radio that is on a channel (centre, MHz; 0: none), of a WTP with a session
     */
    PermitTable(final Mac wtp, final LongSupplier ttlMillis, final IntFunction<OptionalInt> radioOn) {
        this.wtp = wtp;
        this.ttlMillis = ttlMillis;
        this.radioOn = radioOn;
    }

    /** Requests all permits. Call it for a new session, and again before the permits expire. */
    void renew(final AgentClient agent) {
        if (agent != client) {
            client = agent;
            isUnlimited = false;
        }
        request(true);
    }

    void onSessionLost() {
        client = null;
    }

    /** Sets the VAPs to announce: the centre frequency of their channels in MHz, by BSSID. */
    void set(final Map<Mac, Integer> vaps) {
        wanted = vaps;
        request(false);
    }

    /** Requests what a radio's new channel changes. */
    void update() {
        request(false);
    }

    /** Returns the radios that announce other VAPs than this one. */
    Set<Integer> radiosOfOthers(final Mac bssid) {
        return requested.entrySet().stream().filter(each -> !each.getKey().equals(bssid)).map(Map.Entry::getValue)
            .collect(Collectors.toSet());
    }

    boolean isEmpty() {
        return wanted.isEmpty() && requested.isEmpty() && unrevoked.isEmpty();
    }

    private void request(final boolean all) {
        if (client == null || isUnlimited) {
            return;
        }
        final Map<Mac, Integer> radios = chooseRadios();
        final Map<Integer, List<Mac>> changed = new TreeMap<>();
        radios.forEach((bssid, radio) -> {
            if (all || !radio.equals(requested.get(bssid))) {
                changed.computeIfAbsent(radio, index -> new ArrayList<>()).add(bssid);
            }
        });
        unrevoked.addAll(requested.keySet());
        unrevoked.removeAll(radios.keySet());
        requested.clear();
        requested.putAll(radios);
        Lists.partition(List.copyOf(unrevoked), BATCH).forEach(this::revoke);
        changed.forEach((radio, vaps) -> Lists.partition(vaps, BATCH).forEach(part -> permit(radio, part)));
    }

    private Map<Mac, Integer> chooseRadios() {
        final Map<Mac, Integer> radios = new HashMap<>();
        wanted.forEach((bssid, frequency) -> {
            final OptionalInt radio = radioOn.apply(frequency);
            if (radio.isPresent()) {
                radios.put(bssid, radio.getAsInt());
            } else {
                LOG.debug("WTP {} does not announce VAP {}: none of its radios is on {} MHz", wtp, bssid, frequency);
            }
        });
        return radios;
    }

    private void permit(final int radio, final List<Mac> vaps) {
        final AgentClient agent = client;
        agent.permit(radio, vaps, ttlMillis.getAsLong()).whenComplete((done, thrown) -> {
            if (thrown != null && client == agent) {
                handleFailure(radio, vaps, Failures.unwrap(thrown));
            }
        });
    }

    private void handleFailure(final int radio, final List<Mac> vaps, final Throwable thrown) {
        if (thrown instanceof JsonRpcException refusal && refusal.code() == JsonRpcException.NO_SUCH_METHOD) {
            // An agent of an earlier version announces each VAP whose beacons it gets, if it has one radio.
            LOG.info("WTP {} has an agent without permits: it decides itself what it announces", wtp);
            isUnlimited = true;
            requested.clear();
            unrevoked.clear();
            return;
        }
        if (thrown instanceof TimeoutException) {
            // It may have granted the permits, or do so later. The next renewal asks again.
            LOG.warn("WTP {} did not say whether it announces {} VAPs on radio {}: {}", wtp, vaps.size(), radio,
                Failures.text(thrown));
            return;
        }
        LOG.warn("WTP {} does not announce {} VAPs on radio {}: {}", wtp, vaps.size(), radio, Failures.text(thrown));
        // The next change or renewal asks again.
        vaps.forEach(bssid -> requested.remove(bssid, radio));
    }

    private void revoke(final List<Mac> vaps) {
        client.revoke(vaps).whenComplete((done, thrown) -> {
            if (thrown == null || Failures.unwrap(thrown) instanceof JsonRpcException) {
                unrevoked.removeAll(vaps);
            }
        });
    }
}
