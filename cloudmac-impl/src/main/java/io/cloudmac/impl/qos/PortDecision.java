// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.qos.PortQos.ReferencedQos;
import io.cloudmac.impl.qos.PortState.Progress;
import java.util.Optional;

/**
 * What to do next about one port, and how to show it meanwhile.
 *
 * @param step what to do
 * @param progress how far the port is
 * @param text why it failed, or what is awaited; empty if active
 */
record PortDecision(Step step, Progress progress, String text) {
    /**
     * What is told of a port besides its rows.
     *
     * @param report what the southbound says of what is configured
     * @param capabilities what the switch can do, and what it says of what it has
     * @param applied whether the switch has acted upon the rows that its database has
     */
    record SwitchFeedback(SouthboundReport report, SwitchCapabilities capabilities, boolean applied) {
    }

    /** What to do. */
    enum Step {
        /** Nothing: all is configured as wanted, or something must happen first. */
        NONE,
        /** Configure the rows that are wanted. */
        WRITE,
        /** Take our rows out of the configuration. */
        REMOVE
    }

    /**
     * Decides.
     *
     * @param desired what the port shall have of ours
     * @param configured what it is configured to have, ours or not
     * @param actual what the switch has
     * @param feedback what is told of the port
     * @param mayInstall whether enough time has passed since a row was last taken away
     * @param othersTolerated whether somebody else's row is none of our concern
     */
    static PortDecision of(final Optional<PortQos> desired, final Optional<ReferencedQos> configured,
            final Optional<ReferencedQos> actual, final SwitchFeedback feedback, final boolean mayInstall,
            final boolean othersTolerated) {
        if (desired.isEmpty()) {
            return absent(configured, actual, othersTolerated);
        }
        final PortQos wanted = desired.orElseThrow();
        if (configured.isPresent()) {
            final ReferencedQos present = configured.orElseThrow();
            if (!present.isOurs()) {
                return failed("the port is configured to use " + present.id() + " in topology ovsdb:1");
            }
            return present.qos().equals(wanted) ? confirmed(wanted, actual, feedback)
                : present.qos().needsReinstallFor(wanted, feedback.capabilities())
                    ? pending(Step.REMOVE, "being taken off to be installed anew")
                : pending(Step.WRITE, "being configured");
        }
        if (actual.filter(row -> row.isOurs() && row.qos().needsReinstallFor(wanted, feedback.capabilities()))
                .isPresent()) {
            return pending(Step.NONE, "the switch is to take off the queue before first");
        }
        return mayInstall ? pending(Step.WRITE, "being configured")
            : pending(Step.NONE, "the switch is taking off the queue before");
    }

    private static PortDecision absent(final Optional<ReferencedQos> configured, final Optional<ReferencedQos> actual,
            final boolean othersTolerated) {
        if (configured.filter(ReferencedQos::isOurs).isPresent()) {
            return pending(Step.REMOVE, "being taken off");
        }
        if (actual.isEmpty() || othersTolerated && !actual.orElseThrow().isOurs()) {
            return active();
        }
        return actual.orElseThrow().isOurs() ? pending(Step.NONE, "the switch has not taken the queue off yet")
            : failed("the switch has a QoS row that is not CloudMAC's: " + actual.orElseThrow().qos().type());
    }

    private static PortDecision confirmed(final PortQos wanted, final Optional<ReferencedQos> actual,
            final SwitchFeedback feedback) {
        final SouthboundReport report = feedback.report();
        if (report.progress() == Progress.FAILED) {
            return failed(report.text());
        }
        if (actual.filter(found -> found.isOurs() && found.qos().equals(wanted)).isEmpty()) {
            return pending(Step.NONE, report.text().isEmpty() ? "the switch has not taken the rows yet"
                : report.text());
        }
        if (!feedback.applied()) {
            return pending(Step.NONE, "Open vSwitch has not acted upon the rows yet");
        }
        final String error = feedback.capabilities().error();
        return error.isEmpty() ? active() : failed("the switch could not set it up: " + error);
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
