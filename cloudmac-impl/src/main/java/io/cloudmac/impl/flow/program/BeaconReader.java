// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.plan.VapRules;
import io.cloudmac.impl.openflow.BeaconCounters;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads the counters of the rules that copy beacons. Their table is small: it has one rule for each VAP. */
@Component
public final class BeaconReader implements BeaconCounters {
    /** Time limit of an answer. */
    private static final Duration LIMIT = Duration.ofMillis(500);

    /** The switches that have not answered yet. */
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final AssignmentSource assignments;
    private final TopologyService topology;
    private final SwitchFlows switches;
    private final EventLoop loop;

    /** Creates a reader that uses the RPCs of the OpenFlow plugin. */
    @Activate
    public BeaconReader(@Reference final RpcConsumerRegistry rpcs, @Reference final AssignmentSource assignments,
            @Reference final TopologyService topology, @Reference final EventLoop loop) {
        this.loop = loop;
        this.assignments = assignments;
        this.topology = topology;
        switches = new SwitchFlows(rpcs);
    }

    @Override
    public CompletionStage<Map<Mac, Long>> read(final Set<Mac> bssids) {
        final Map<Mac, Assignment.Vap> vaps = assignments.assignment().vaps();
        final Map<String, Map<Long, Mac>> byCookie = new HashMap<>();
        for (final Mac bssid : bssids) {
            final Assignment.Vap vap = vaps.get(bssid);
            if (vap != null && topology.network().connected().contains(vap.port().node())) {
                byCookie.computeIfAbsent(vap.port().node(), node -> new HashMap<>()).put(
                    VapRules.knownBeacons(vap.port(), bssid.lastTwoOctets()).cookie(), bssid);
            }
        }
        CompletableFuture<Map<Mac, Long>> all = CompletableFuture.completedFuture(new HashMap<>());
        for (final Map.Entry<String, Map<Long, Mac>> node : byCookie.entrySet()) {
            all = all.thenCombine(read(node.getKey(), node.getValue()), (before, counts) -> {
                before.putAll(counts);
                return before;
            });
        }
        return all;
    }

    /**
     * Requests the table of a switch. The result is empty if the switch does not answer within {@link #LIMIT}, or still
     * owes an answer. The plugin throws if it has no session with the switch.
     */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private CompletableFuture<Map<Mac, Long>> read(final String node, final Map<Long, Mac> byCookie) {
        if (!asked.add(node)) {
            return CompletableFuture.completedFuture(Map.of());
        }
        final CompletableFuture<Map<Mac, Long>> result = new CompletableFuture<>();
        final Registration limit = loop.schedule(LIMIT, () -> result.complete(Map.of()));
        result.whenComplete((counts, failure) -> limit.close());
        ListenableFuture<List<ReportedRule>> answer;
        try {
            answer = switches.read(node, FlowTables.KNOWN_BEACONS);
        } catch (final RuntimeException e) {
            answer = Futures.immediateFailedFuture(e);
        }
        Futures.addCallback(answer, new FutureCallback<List<ReportedRule>>() {
            @Override
            public void onSuccess(final List<ReportedRule> rules) {
                asked.remove(node);
                final Map<Mac, Long> counts = new HashMap<>();
                for (final ReportedRule rule : rules) {
                    if (byCookie.containsKey(rule.cookie())) {
                        counts.put(byCookie.get(rule.cookie()), rule.packets());
                    }
                }
                result.complete(counts);
            }

            @Override
            public void onFailure(final Throwable cause) {
                asked.remove(node);
                result.complete(Map.of());
            }
        }, MoreExecutors.directExecutor());
        return result;
    }
}
