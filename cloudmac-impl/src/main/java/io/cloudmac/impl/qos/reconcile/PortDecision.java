// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import io.cloudmac.impl.qos.reconcile.PortState.Progress;
import io.cloudmac.impl.qos.rows.ReferencedQos;
import io.cloudmac.impl.qos.rows.SwitchCapabilities;
import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.Optional;

/**
 * The next step for the QoS rows of one port, and the state to show until it is done.
 *
 * @param step the next step
 * @param progress the state of the port
 * @param text why the port failed or what it waits for; empty if it is active
 */
record PortDecision(Step step, Progress progress, String text) {
    /**
     * The reports about a port, apart from its rows.
     *
     * @param report the southbound's report on the configured rows
     * @param capabilities the QoS types that the switch offers, and its error
     * @param applied true if the switch has applied the rows in its database
     */
    record SwitchFeedback(SouthboundReport report, SwitchCapabilities capabilities, boolean applied) {
    }

    /** The next step. */
    enum Step {
        /** Do nothing: the configuration is complete, or the switch has to act first. */
        NONE,
        /** Configure the desired rows. */
        WRITE,
        /** Remove CloudMAC's rows from the configuration. */
        REMOVE
    }

    /**
     * Decides the next step.
     *
     * @param desired the rows that the port should have; empty for none
     * @param configured the configured row, CloudMAC's or another
     * @param actual the row that the switch has
     * @param feedback the reports about the port
     * @param mayInstall true if enough time has passed since a row was last removed
     * @param othersTolerated true if a row that is not CloudMAC's may stay
     */
    static PortDecision of(final Optional<PortQos> desired, final Optional<ReferencedQos> configured,
            final Optional<ReferencedQos> actual, final SwitchFeedback feedback, final boolean mayInstall,
            final boolean othersTolerated) {
        if (desired.isEmpty()) {
            return removed(configured, actual, othersTolerated);
        }
        final PortQos wanted = desired.orElseThrow();
        if (configured.isPresent()) {
            final ReferencedQos present = configured.orElseThrow();
            if (!present.isOurs()) {
                return failed("the port is configured to use " + present.id() + " in topology ovsdb:1");
            }
            return present.qos().equals(wanted) ? awaitConfirmation(wanted, actual, feedback)
                : feedback.capabilities().needsReinstall(present.qos(), wanted)
                    ? pending(Step.REMOVE, "removing the rows to reinstall them")
                : pending(Step.WRITE, "configuring the rows");
        }
        if (actual.filter(row -> row.isOurs() && feedback.capabilities().needsReinstall(row.qos(), wanted))
                .isPresent()) {
            return pending(Step.NONE, "the switch must remove the previous queue first");
        }
        return mayInstall ? pending(Step.WRITE, "configuring the rows")
            : pending(Step.NONE, "the switch is removing the previous queue");
    }

    private static PortDecision removed(final Optional<ReferencedQos> configured, final Optional<ReferencedQos> actual,
            final boolean othersTolerated) {
        if (configured.filter(ReferencedQos::isOurs).isPresent()) {
            return pending(Step.REMOVE, "removing the rows");
        }
        if (actual.isEmpty() || othersTolerated && !actual.orElseThrow().isOurs()) {
            return active();
        }
        return actual.orElseThrow().isOurs() ? pending(Step.NONE, "the switch has not removed the queue yet")
            : failed("the switch has a QoS row that is not CloudMAC's: " + actual.orElseThrow().qos().type());
    }

    private static PortDecision awaitConfirmation(final PortQos wanted, final Optional<ReferencedQos> actual,
            final SwitchFeedback feedback) {
        final SouthboundReport report = feedback.report();
        if (report.progress() == Progress.FAILED) {
            return failed(report.text());
        }
        if (actual.filter(found -> found.isOurs() && found.qos().equals(wanted)).isEmpty()) {
            return pending(Step.NONE, report.text().isEmpty() ? "the switch does not have the rows yet"
                : report.text());
        }
        if (!feedback.applied()) {
            return pending(Step.NONE, "Open vSwitch has not applied the rows yet");
        }
        final String error = feedback.capabilities().error();
        return error.isEmpty() ? active() : failed("the switch cannot apply the rows: " + error);
    }

    static PortDecision pending(final Step step, final String text) {
        return new PortDecision(step, Progress.PENDING, text);
    }

    static PortDecision failed(final String text) {
        return new PortDecision(Step.NONE, Progress.FAILED, text);
    }

    private static PortDecision active() {
        return new PortDecision(Step.NONE, Progress.ACTIVE, "");
    }
}
