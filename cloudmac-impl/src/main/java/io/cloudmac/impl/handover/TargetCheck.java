// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.handover.Handover.HandoverException;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks that the new WTP of a handover may serve, and that the switches on the way to it can. */
final class TargetCheck {
    private final AssignmentSource assignments;
    private final AdmittedWtps admission;
    private final TopologyService topology;

    TargetCheck(final AssignmentSource assignments, final AdmittedWtps admission, final TopologyService topology) {
        this.assignments = assignments;
        this.admission = admission;
        this.topology = topology;
    }

    /** Checks the condition that must hold when a handover begins. */
    void checkNotDraining(final Mac wtp) throws HandoverException {
        if (assignments.assignment().draining().contains(wtp)) {
            throw new HandoverException(FailureKind.REFUSED, "WTP " + wtp + " is draining");
        }
    }

    /**
     * Checks the conditions that must hold during the whole handover.
     *
     * @param wtp a WTP of the assignment
     * @param host the switch port of the host of the VAP or of the virtual station
     */
    void check(final Mac wtp, final PortId host) throws HandoverException {
        final Assignment assignment = assignments.assignment();
        final Optional<String> whyNotAdmitted = admission.whyNotAdmitted(wtp);
        if (whyNotAdmitted.isPresent()) {
            throw new HandoverException(FailureKind.REFUSED,
                "WTP " + wtp + " is not admitted: " + whyNotAdmitted.orElseThrow());
        }
        // No confirmation waits for disconnected switches, but this handover needs their rules.
        final Set<String> connected = topology.network().connected();
        for (final PortId port : List.of(assignment.wtps().get(wtp), host)) {
            if (!connected.contains(port.node())) {
                throw new HandoverException(FailureKind.REFUSED, "switch " + port.node() + " is not connected");
            }
        }
    }
}
