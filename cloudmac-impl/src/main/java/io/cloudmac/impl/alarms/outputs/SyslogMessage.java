// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import io.cloudmac.impl.alarms.Alarm;
import io.cloudmac.impl.alarms.AlarmSeverity;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;

/** An alarm as a message of syslog (RFC 5424), with the element of RFC 5674 for alarms. Pure. */
final class SyslogMessage {
    /** Facility of system daemons. */
    private static final int FACILITY = 3;
    private static final int LONGEST_HOST = 255;

    private SyslogMessage() {
    }

    /**
     * Returns the octets of a message.
     *
     * @param host name of this machine
     * @param process number of this process
     */
    static byte[] of(final Alarm alarm, final String host, final long process) {
        final String severity = alarm.isCleared() ? "cleared" : alarm.severity().label();
        return ("<" + (FACILITY * 8 + severity(alarm)) + ">1 "
            + alarm.changed().truncatedTo(ChronoUnit.MILLIS) + " " + name(host) + " cloudmac " + process + " "
            + alarm.key().type().label()
            + " [alarm resource=\"" + escaped(alarm.key().resource()) + "\" probableCause=\"other\""
            + " perceivedSeverity=\"" + severity + "\"] "
            + printable(alarm.key().resource()) + ": " + alarm.key().type().label() + " " + severity + ": "
            + printable(alarm.text())).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the severity of syslog, as RFC 5674 maps it. */
    private static int severity(final Alarm alarm) {
        final int notice = 5;
        return alarm.isCleared() ? notice : severity(alarm.severity());
    }

    private static int severity(final AlarmSeverity severity) {
        return switch (severity) {
            case CRITICAL -> 1;
            case MAJOR -> 2;
            case MINOR -> 3;
            case WARNING -> 4;
        };
    }

    private static String name(final String host) {
        final String shown = host.replaceAll("[^\\x21-\\x7e]", "");
        return shown.isEmpty() ? "-" : shown.substring(0, Math.min(shown.length(), LONGEST_HOST));
    }

    private static String escaped(final String value) {
        return printable(value).replaceAll("([\"\\\\\\]])", "\\\\$1");
    }

    private static String printable(final String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?");
    }
}
