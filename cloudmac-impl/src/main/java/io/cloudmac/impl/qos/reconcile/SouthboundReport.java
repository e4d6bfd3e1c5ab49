// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import io.cloudmac.impl.qos.reconcile.PortState.Progress;
import io.cloudmac.impl.qos.rows.OvsdbPort;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.SwitchKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state._switch.Entry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.Programming;

/**
 * The report of CloudMAC's southbound on the configured rows of a port. Upstream's southbound makes no reports; then
 * only the rows that are read back count.
 *
 * @param progress pending or failed; active if there is no problem
 * @param text the reason, from the southbound
 */
record SouthboundReport(Progress progress, String text) {
    /** The report if the southbound makes none. */
    static final SouthboundReport NONE = new SouthboundReport(Progress.ACTIVE, "");

    /** Returns the most severe report on a port, its QoS row or its queues. */
    static SouthboundReport of(final Optional<OvsdbState> state, final OvsdbPort port) {
        final Switch entries = state.map(OvsdbState::nonnullSwitch)
            .map(switches -> switches.get(new SwitchKey(port.switchNode()))).orElse(null);
        return entries == null ? NONE : entries.nonnullEntry().values().stream()
            .filter(entry -> concerns(entry, port)).map(Entry::getProgramming).flatMap(Stream::ofNullable)
            .map(SouthboundReport::of).max(Comparator.comparing(SouthboundReport::severity)).orElse(NONE);
    }

    private static SouthboundReport of(final Programming programming) {
        final String code = programming.getErrorCode() == null ? "" : programming.getErrorCode();
        final String details = programming.getErrorText() == null ? "" : programming.getErrorText();
        final ProgrammingState state = programming.requireState();
        return new SouthboundReport(state == ProgrammingState.Failed ? Progress.FAILED
            : state == ProgrammingState.Pending ? Progress.PENDING : Progress.ACTIVE,
            code.isEmpty() || details.isEmpty() ? code + details : code + ": " + details);
    }

    private int severity() {
        return switch (progress) {
            case ACTIVE -> 0;
            case PENDING -> 1;
            case FAILED -> 2;
        };
    }

    private static boolean concerns(final Entry entry, final OvsdbPort port) {
        return switch (entry.requireKind()) {
            case Qos -> entry.requireId().equals(port.qosId());
            case Queue -> entry.requireId().startsWith(
                OvsdbPort.QUEUE_PREFIX + port.port().getValue() + "/");
            case Port -> entry.requireId().endsWith("/" + port.port().getValue());
            case Bridge, Mirror, Switch -> false;
        };
    }
}
