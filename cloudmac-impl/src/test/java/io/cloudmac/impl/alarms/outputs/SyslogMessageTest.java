// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.alarms.Alarm;
import io.cloudmac.impl.alarms.AlarmSeverity;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Alarms as messages of syslog. */
class SyslogMessageTest {
    private static String text(final Alarm alarm, final String host) {
        return new String(SyslogMessage.of(alarm, host, 17), StandardCharsets.US_ASCII);
    }

    @Test
    void aMessageHasTheFormOfRfc5424And5674() {
        assertEquals("<26>1 2026-12-01T10:00:00.123Z c1 cloudmac 17 wtp-lost [alarm resource=\"wtp/1\""
            + " probableCause=\"other\" perceivedSeverity=\"major\"] wtp/1: wtp-lost major: silent",
            text(AlarmSamples.raised(AlarmSeverity.MAJOR, "wtp/1", "silent"), "c1"));
        assertEquals("<29>1 2026-12-01T10:00:01.123Z c1 cloudmac 17 wtp-lost [alarm resource=\"wtp/1\""
            + " probableCause=\"other\" perceivedSeverity=\"cleared\"] wtp/1: wtp-lost cleared: silent",
            text(AlarmSamples.cleared("wtp/1"), "c1"));
    }

    @Test
    void severitiesAreMappedAsRfc5674Says() {
        Map.of(AlarmSeverity.CRITICAL, "<25>", AlarmSeverity.MAJOR, "<26>", AlarmSeverity.MINOR, "<27>",
            AlarmSeverity.WARNING, "<28>").forEach((severity, priority) -> assertEquals(priority,
                text(AlarmSamples.raised(severity, "x", "y"), "c1").substring(0, 4)));
    }

    @Test
    void noTextLeavesItsField() {
        assertEquals("<26>1 2026-12-01T10:00:00.123Z - cloudmac 17 wtp-lost [alarm resource=\"a\\\"b\\]c\\\\d?\""
            + " probableCause=\"other\" perceivedSeverity=\"major\"] a\"b]c\\d?: wtp-lost major: x??<1>",
            text(AlarmSamples.raised(AlarmSeverity.MAJOR, "a\"b]c\\d\n", "x\r\n<1>"), " \n"));
    }
}
