// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.qos.PortState.Progress;
import java.util.Optional;

/**
 * What to do next about one port, and how to show it meanwhile.
 *
 * @param step what to do
 * @param progress how far the port is
 * @param text why it failed, or what is awaited; empty if active
 */
record Decision(Step step, Progress progress, String text) {
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
     * @param signs what is told of the port
     * @param mayInstall whether enough time has passed since a row was last taken away
     * @param othersTolerated whether somebody else's row is none of our concern
     */
    static Decision of(final Optional<PortQos> desired, final Optional<FoundQos> configured,
            final Optional<FoundQos> actual, final Signs signs, final boolean mayInstall,
            final boolean othersTolerated) {
        if (desired.isEmpty()) {
            return absent(configured, actual, othersTolerated);
        }
        final PortQos wanted = desired.orElseThrow();
        if (configured.isPresent()) {
            final FoundQos present = configured.orElseThrow();
            if (!present.isOurs()) {
                return failed("the port is configured to use " + present.id() + " in topology ovsdb:1");
            }
            return present.qos().equals(wanted) ? confirmed(wanted, actual, signs)
                : present.qos().needsReinstallFor(wanted, signs.offer())
                    ? pending(Step.REMOVE, "being taken off to be installed anew")
                : pending(Step.WRITE, "being configured");
        }
        if (actual.filter(row -> row.isOurs() && row.qos().needsReinstallFor(wanted, signs.offer())).isPresent()) {
            return pending(Step.NONE, "the switch is to take off the queue before first");
        }
        return mayInstall ? pending(Step.WRITE, "being configured")
            : pending(Step.NONE, "the switch is taking off the queue before");
    }

    private static Decision absent(final Optional<FoundQos> configured, final Optional<FoundQos> actual,
            final boolean othersTolerated) {
        if (configured.filter(FoundQos::isOurs).isPresent()) {
            return pending(Step.REMOVE, "being taken off");
        }
        if (actual.isEmpty() || othersTolerated && !actual.orElseThrow().isOurs()) {
            return active();
        }
        return actual.orElseThrow().isOurs() ? pending(Step.NONE, "the switch has not taken the queue off yet")
            : failed("the switch has a QoS row that is not CloudMAC's: " + actual.orElseThrow().qos().type());
    }

    private static Decision confirmed(final PortQos wanted, final Optional<FoundQos> actual,
            final Signs signs) {
        final SouthboundReport report = signs.report();
        if (report.progress() == Progress.FAILED) {
            return failed(report.text());
        }
        if (actual.filter(found -> found.isOurs() && found.qos().equals(wanted)).isEmpty()) {
            return pending(Step.NONE, report.text().isEmpty() ? "the switch has not taken the rows yet"
                : report.text());
        }
        if (!signs.actedUpon()) {
            return pending(Step.NONE, "Open vSwitch has not acted upon the rows yet");
        }
        final String error = signs.offer().error();
        return error.isEmpty() ? active() : failed("the switch could not set it up: " + error);
    }

    static Decision pending(final Step step, final String text) {
        return new Decision(step, Progress.PENDING, text);
    }

    static Decision failed(final String text) {
        return new Decision(Step.NONE, Progress.FAILED, text);
    }

    private static Decision active() {
        return new Decision(Step.NONE, Progress.ACTIVE, "");
    }
}
