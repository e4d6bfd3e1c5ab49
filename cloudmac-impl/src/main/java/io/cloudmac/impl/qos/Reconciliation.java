// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.qos.PortDecision.Step;
import io.cloudmac.impl.qos.PortDecision.SwitchFeedback;
import io.cloudmac.impl.qos.PortQos.ReferencedQos;
import io.cloudmac.impl.qos.Strategy.PolicyException;
import io.cloudmac.impl.topology.InterSwitchPorts.Port;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;

/**
 * One comparison of what all ports shall have with what is configured and what is there: what is to be
 * changed, and how each port stands. Reads and writes nothing itself.
 */
final class Reconciliation {
    /** A change of the configured rows of one port; without rows they are taken out. */
    record Change(OvsdbPort port, String portId, Optional<PortQos> rows) {
    }

    /**
     * What is known.
     *
     * @param policies the policy of each port, by port id
     * @param ports the ports that are known, by id
     * @param configured topology ovsdb:1 as configured
     * @param actual topology ovsdb:1 as it is
     * @param reports what the southbound says
     * @param keepUnlisted whether rows of ports without a policy stay for now, because not all ports may be
     *     known yet
     */
    record KnownState(Map<String, Policy> policies, Map<String, Port> ports, OvsdbView configured, OvsdbView actual,
            Optional<OvsdbState> reports, boolean keepUnlisted) {
    }

    private final KnownState input;
    private final Reinstalls reinstalls;
    private final AppliedRows applied;
    private final long now;
    private final List<Change> changes = new ArrayList<>();
    private final List<OwnedQosRow> removals = new ArrayList<>();
    private final List<PortState> states = new ArrayList<>();
    private long againAfter = Long.MAX_VALUE;

    private Reconciliation(final KnownState input, final Reinstalls reinstalls, final AppliedRows applied,
            final long now) {
        this.input = input;
        this.reinstalls = reinstalls;
        this.applied = applied;
        this.now = now;
    }

    /**
     * Compares.
     *
     * @param reinstalls what was taken off before; is brought up to date
     * @param applied which rows were in the switches before; is brought up to date
     * @param now a clock that only goes forward, ns
     */
    static Reconciliation of(final KnownState input, final Reinstalls reinstalls, final AppliedRows applied,
            final long now) {
        final Reconciliation result = new Reconciliation(input, reinstalls, applied, now);
        final List<OwnedQosRow> ownRows = OwnedQosRow.in(input.configured);
        final Set<String> placed = new HashSet<>();
        input.policies.forEach((port, policy) -> result.judge(port, policy).ifPresent(where ->
            placed.add(where.switchNode().getValue() + where.qosId())));
        ownRows.stream().filter(row -> !placed.contains(row.switchNode().getValue() + row.id()))
            .forEach(result::judgeLeftover);
        return result;
    }

    /** Returns the rows to be configured, or to be taken out, port by port. */
    List<Change> changes() {
        return changes;
    }

    /** Returns our rows that belong to no port any more. */
    List<OwnedQosRow> removals() {
        return removals;
    }

    /** Returns how each port stands. */
    List<PortState> states() {
        return states;
    }

    /** Returns after what time to compare again even if nothing happens, ns. */
    long againAfter() {
        return againAfter;
    }

    private Optional<OvsdbPort> judge(final String portId, final Policy policy) {
        final Port port = input.ports.get(portId);
        if (port == null) {
            show(portId, "", policy, PortDecision.pending(Step.NONE, "no switch has shown this port yet"),
                Optional.empty());
            return ownPlace(portId);
        }
        final Optional<OvsdbPort> found = input.actual.locate(port);
        if (found.isEmpty()) {
            show(portId, port.name(), policy, PortDecision.pending(Step.NONE, input.actual.hasBridge(port.node())
                ? "OVSDB shows no such port" : "no OVSDB session shows switch " + port.node()), Optional.empty());
            return ownPlace(portId);
        }
        final OvsdbPort where = found.orElseThrow();
        final Optional<ReferencedQos> actual = input.actual.at(where);
        if (actual.isEmpty()) {
            reinstalls.gone(portId, now);
            applied.gone(portId);
        }
        final PortDecision decision = decide(portId, port, policy, where, actual);
        show(portId, port.name(), policy, decision, actual.map(ReferencedQos::qos));
        return found;
    }

    private PortDecision decide(final String portId, final Port port, final Policy policy, final OvsdbPort where,
            final Optional<ReferencedQos> actual) {
        final SwitchCapabilities capabilities = input.actual.capabilities(where);
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
            rows -> capabilities.lacks(rows, portId + " (" + port.name() + ")"));
        if (lacking.isPresent()) {
            return PortDecision.failed(lacking.orElseThrow());
        }
        final long wait = reinstalls.wait(portId, now);
        final boolean mayInstall = wait == 0 || capabilities.changesLive()
            || desired.filter(PortQos::isClassful).isPresent();
        final Optional<ReferencedQos> configured = input.configured.at(where);
        final PortDecision decision = PortDecision.of(desired, configured, actual,
            new SwitchFeedback(SouthboundReport.of(input.reports, where), capabilities, actual.isEmpty()
                || applied.isDone(portId, actual.orElseThrow().qos(), input.actual.count(where))),
            mayInstall, policy.getType() == QosType.None);
        switch (decision.step()) {
            case WRITE -> {
                reinstalls.installing(portId);
                changes.add(new Change(where, portId, desired));
            }
            case REMOVE -> {
                reinstalls.leaving(portId);
                changes.add(new Change(where, portId, Optional.empty()));
            }
            case NONE -> {
                if (configured.isEmpty() && actual.filter(ReferencedQos::isOurs).isPresent()) {
                    reinstalls.leaving(portId);
                } else if (configured.isEmpty() && desired.isPresent() && !mayInstall) {
                    againAfter = Math.min(againAfter, wait);
                }
            }
            default -> throw new IllegalStateException("step " + decision.step());
        }
        return decision;
    }

    /** A switch that is away keeps what is configured for it. */
    private Optional<OvsdbPort> ownPlace(final String portId) {
        return OwnedQosRow.in(input.configured).stream().filter(row -> row.portId().filter(portId::equals).isPresent())
            .findFirst().map(row -> new OvsdbPort(row.switchNode(), row.switchNode(),
                new TpId(
                    row.id().substring(OvsdbPort.QOS_PREFIX.length()))));
    }

    private void judgeLeftover(final OwnedQosRow row) {
        final String portId = row.portId().orElse("");
        if (!input.keepUnlisted || input.policies.containsKey(portId)) {
            reinstalls.leaving(portId);
            removals.add(row);
        }
    }

    private void show(final String portId, final String name, final Policy policy, final PortDecision decision,
            final Optional<PortQos> actual) {
        states.add(new PortState(portId, name, policy.requireName(), policy.requireType(), decision.progress(),
            decision.text(), actual));
    }
}
