// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.util.Comparator;
import java.util.List;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.steering.Decision;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.steering.decision.Input;
import org.opendaylight.yangtools.yang.common.Uint32;

/** The command {@code cloudmac:log}. */
@Service
@Command(scope = "cloudmac", name = "log",
    description = "Shows the latest steering decisions with their inputs and thresholds")
public final class LogCommand extends TableCommand {
    @Option(name = "-n", aliases = "--lines", description = "Maximum number of decisions, the latest ones")
    private int lines = 20;

    /** Creates the command. */
    public LogCommand() {
        super("No decision has been taken", "No", "Time", "Station", "BSSID", "From", "To", "Reason", "Outcome",
            "Inputs", "Thresholds", "Problem");
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        final List<Decision> decisions = state.nonnullSteering().nonnullDecision().values().stream()
            .sorted(Comparator.comparing(Decision::requireNumber)).toList();
        for (final Decision decision : decisions.subList(Math.max(0, decisions.size() - Math.max(0, lines)),
                decisions.size())) {
            table.addRow().addContent(decision.requireNumber(), Cells.of(decision.getTime(), time -> time.getValue()),
                Cells.of(decision.getStation(), station -> station.getValue()),
                Cells.of(decision.getBssid(), bssid -> bssid.getValue()),
                Cells.of(decision.getFrom(), wtp -> wtp.getValue()), Cells.of(decision.getTo(), wtp -> wtp.getValue()),
                Cells.of(decision.getReason()), outcome(decision), inputs(decision), thresholds(decision),
                Cells.of(decision.getError()));
        }
    }

    private static String inputs(final Decision decision) {
        return Cells.list(decision.nonnullInput().values(), LogCommand::input);
    }

    private static String input(final Input input) {
        return input.getWtp().getValue() + Cells.of(input.getSignal(), signal -> " " + signal.getValue() + " dBm")
            + samples(input) + (input.getAge() == null ? "" : ", " + input.getAge() + " ms ago")
            + (input.getLoad() == null ? "" : ", serves " + input.getLoad());
    }

    private static String samples(final Input input) {
        return input.getSamples() == null ? ""
            : " (" + input.getSamples() + (input.getSamples().equals(Uint32.ONE) ? " sample)" : " samples)");
    }

    /** Returns the thresholds by the names of their settings. */
    private static String thresholds(final Decision decision) {
        return decision.getHysteresis() == null ? "" : "hysteresis " + decision.getHysteresis() + " dB, minimum-dwell "
            + decision.getDwell() + " ms, load-tie-break " + decision.getLoadTieBreak() + " dB, minimum-samples "
            + decision.getMinimumSamples() + ", stale-after " + decision.getStaleAfter() + " ms";
    }

    private static String outcome(final Decision decision) {
        return Cells.of(decision.getOutcome())
            + (decision.getWhyNot() == null ? "" : ": " + Cells.of(decision.getWhyNot()));
    }
}
