// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import io.cloudmac.impl.qos.reconcile.PortDecision.Step;
import io.cloudmac.impl.qos.reconcile.PortDecision.SwitchFeedback;
import io.cloudmac.impl.qos.rows.AppliedRows;
import io.cloudmac.impl.qos.rows.OvsdbPort;
import io.cloudmac.impl.qos.rows.OvsdbView;
import io.cloudmac.impl.qos.rows.OwnedQosRow;
import io.cloudmac.impl.qos.rows.PortChange;
import io.cloudmac.impl.qos.rows.ReferencedQos;
import io.cloudmac.impl.qos.rows.SwitchCapabilities;
import io.cloudmac.impl.qos.strategies.PolicyRules;
import io.cloudmac.impl.qos.strategies.PortQos;
import io.cloudmac.impl.qos.strategies.Strategies;
import io.cloudmac.impl.qos.strategies.Strategy.PolicyException;
import io.cloudmac.impl.topology.InterSwitchPorts.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;

/**
 * The comparison of the desired, configured and actual rows of all ports. The results are the changes to make and the
 * state of each port. It neither reads nor writes a datastore.
 */
final class RowComparison {
    /**
     * The input of a comparison.
     *
     * @param policies the policy of each port, by port id
     * @param ports the known ports, by id
     * @param configured topology {@code ovsdb:1} in the configuration datastore
     * @param actual topology {@code ovsdb:1} in the operational datastore
     * @param reports the reports of the OVSDB southbound
     * @param keepUnlisted true if rows of ports without a policy must stay, because not all ports may be discovered yet
     */
    record KnownState(Map<String, Policy> policies, Map<String, Port> ports, OvsdbView configured, OvsdbView actual,
            Optional<OvsdbState> reports, boolean keepUnlisted) {
    }

    /**
     * The decision for a place in the switch.
     *
     * @param portId the port that it was made for
     * @param policy the policy of this port
     */
    private record Decided(String portId, Policy policy, PortDecision decision) {
    }

    /** The decisions of this round. The members of a bond have one place, and so one QoS row. */
    private final Map<OvsdbPort, Decided> decided = new HashMap<>();
    private final KnownState input;
    private final Reinstalls reinstalls;
    private final AppliedRows applied;
    private final long nowNanos;
    private final List<PortChange> changes = new ArrayList<>();
    private final List<OwnedQosRow> removals = new ArrayList<>();
    private final List<PortState> states = new ArrayList<>();
    private long retryAfterNanos = Long.MAX_VALUE;

    private RowComparison(final KnownState input, final Reinstalls reinstalls, final AppliedRows applied,
            final long nowNanos) {
        this.input = input;
        this.reinstalls = reinstalls;
        this.applied = applied;
        this.nowNanos = nowNanos;
    }

    /**
     * Compares the rows of all ports.
     *
     * @param reinstalls the rows removed earlier; is updated
     * @param applied the rows seen in the switches earlier; is updated
     * @param nowNanos the time of the event loop, ns
     */
    static RowComparison of(final KnownState input, final Reinstalls reinstalls, final AppliedRows applied,
            final long nowNanos) {
        final RowComparison result = new RowComparison(input, reinstalls, applied, nowNanos);
        final List<OwnedQosRow> ownRows = OwnedQosRow.in(input.configured);
        final Set<String> keptRows = new HashSet<>();
        new TreeMap<>(input.policies).forEach((port, policy) -> result.comparePort(port, policy).ifPresent(place ->
            keptRows.add(place.switchNode().getValue() + place.qosId())));
        ownRows.stream().filter(row -> !keptRows.contains(row.switchNode().getValue() + row.id()))
            .forEach(result::compareLeftover);
        return result;
    }

    /** Returns the changes of the configuration, one for each port. */
    List<PortChange> changes() {
        return changes;
    }

    /** Returns CloudMAC's rows that no longer belong to a port. */
    List<OwnedQosRow> removals() {
        return removals;
    }

    /** Returns the state of each port. */
    List<PortState> states() {
        return states;
    }

    /** Returns the time after which to compare again without a change, ns. */
    long retryAfterNanos() {
        return retryAfterNanos;
    }

    private Optional<OvsdbPort> comparePort(final String portId, final Policy policy) {
        final Port port = input.ports.get(portId);
        if (port == null) {
            addState(portId, "", policy, PortDecision.pending(Step.NONE, "no switch has reported this port yet"),
                Optional.empty());
            return configuredPlace(portId);
        }
        final Optional<OvsdbPort> actualPlace = input.actual.locate(port);
        if (actualPlace.isEmpty()) {
            addState(portId, port.name(), policy, PortDecision.pending(Step.NONE, input.actual.hasBridge(port.node())
                ? "OVSDB shows no such port" : "no OVSDB session shows switch " + port.node()), Optional.empty());
            return configuredPlace(portId);
        }
        final OvsdbPort place = actualPlace.orElseThrow();
        final Optional<ReferencedQos> actual = input.actual.at(place);
        if (actual.isEmpty()) {
            reinstalls.recordGone(portId, nowNanos);
            applied.forget(portId);
        }
        final Decided earlier = decided.get(place);
        final PortDecision decision = earlier == null ? decide(portId, port, policy, place, actual)
            : earlier.policy.equals(policy) ? earlier.decision
            : PortDecision.failed("port " + earlier.portId + " of the same bond has policy "
                + earlier.policy.requireName() + ": the members of a bond share their queues");
        decided.putIfAbsent(place, new Decided(portId, policy, decision));
        addState(portId, port.name(), policy, decision, actual.map(ReferencedQos::qos));
        return actualPlace;
    }

    private PortDecision decide(final String portId, final Port port, final Policy policy, final OvsdbPort place,
            final Optional<ReferencedQos> actual) {
        final SwitchCapabilities capabilities = input.actual.capabilities(place);
        final Optional<PortQos> desired;
        try {
            final List<String> violations = PolicyRules.violationsAt(policy, portId, port.speed());
            if (!violations.isEmpty()) {
                return PortDecision.failed(String.join("; ", violations));
            }
            desired = Strategies.rows(policy, port.speed());
        } catch (PolicyException e) {
            return PortDecision.failed(e.getMessage());
        }
        final Optional<String> lacking = desired.flatMap(
            rows -> capabilities.missingFeature(rows, portId + " (" + port.name() + ")"));
        if (lacking.isPresent()) {
            return PortDecision.failed(lacking.orElseThrow());
        }
        final long waitNanos = reinstalls.remainingWaitNanos(portId, nowNanos);
        final boolean mayInstall = waitNanos == 0 || capabilities.changesLive()
            || desired.filter(PortQos::isClassful).isPresent();
        final Optional<ReferencedQos> configured = input.configured.at(place);
        final PortDecision decision = PortDecision.of(desired, configured, actual,
            new SwitchFeedback(SouthboundReport.of(input.reports, place), capabilities, actual.isEmpty()
                || applied.isApplied(portId, actual.orElseThrow().qos(), input.actual.count(place))),
            mayInstall, policy.getType() == QosType.None);
        switch (decision.step()) {
            case WRITE -> {
                reinstalls.recordInstall(portId);
                changes.add(new PortChange(place, portId, desired));
            }
            case REMOVE -> {
                reinstalls.recordRemoval(portId);
                changes.add(new PortChange(place, portId, Optional.empty()));
            }
            case NONE -> {
                if (configured.isEmpty() && actual.filter(ReferencedQos::isOurs).isPresent()) {
                    reinstalls.recordRemoval(portId);
                } else if (configured.isEmpty() && desired.isPresent() && !mayInstall) {
                    retryAfterNanos = Math.min(retryAfterNanos, waitNanos);
                }
            }
            default -> throw new IllegalStateException("step " + decision.step());
        }
        return decision;
    }

    /** Returns the configured place of a port whose switch is disconnected, so that its rows stay. */
    private Optional<OvsdbPort> configuredPlace(final String portId) {
        return OwnedQosRow.in(input.configured).stream().filter(row -> row.portId().filter(portId::equals).isPresent())
            .findFirst().map(row -> new OvsdbPort(row.switchNode(), row.switchNode(),
                new TpId(
                    row.id().substring(OvsdbPort.QOS_PREFIX.length()))));
    }

    private void compareLeftover(final OwnedQosRow row) {
        final String portId = row.portId().orElse("");
        if (!input.keepUnlisted || input.policies.containsKey(portId)) {
            reinstalls.recordRemoval(portId);
            removals.add(row);
        }
    }

    private void addState(final String portId, final String name, final Policy policy, final PortDecision decision,
            final Optional<PortQos> actual) {
        states.add(new PortState(portId, name, policy.requireName(), policy.requireType(), decision.progress(),
            decision.text(), actual));
    }
}
