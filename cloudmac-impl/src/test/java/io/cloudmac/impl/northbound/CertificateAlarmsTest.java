// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.alarms.AlarmSeverity;
import io.cloudmac.impl.alarms.RecordedAlarms;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.session.ControlTls;
import io.cloudmac.impl.session.TestPki;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alarms about certificates that end soon. */
class CertificateAlarmsTest {
    private static final Instant END = Instant.parse("2026-12-31T12:00:00Z");

    private final ManualLoop loop = new ManualLoop();
    private final RecordedAlarms alarms = new RecordedAlarms();
    private Instant now = Instant.now();
    @TempDir
    private Path folder;

    private static Optional<AlarmSeverity> before(final Duration rest) {
        return CertificateAlarms.severity(END, END.minus(rest));
    }

    @Test
    void theSeverityGrowsTowardsTheEnd() {
        assertEquals(Optional.empty(), before(Duration.ofDays(30).plusSeconds(1)));
        assertEquals(Optional.of(AlarmSeverity.WARNING), before(Duration.ofDays(30)));
        assertEquals(Optional.of(AlarmSeverity.WARNING), before(Duration.ofDays(7).plusSeconds(1)));
        assertEquals(Optional.of(AlarmSeverity.MAJOR), before(Duration.ofDays(7)));
        assertEquals(Optional.of(AlarmSeverity.MAJOR), before(Duration.ofSeconds(1)));
        assertEquals(Optional.of(AlarmSeverity.CRITICAL), before(Duration.ZERO));
        assertEquals(Optional.of(AlarmSeverity.CRITICAL), before(Duration.ofDays(-9)));
    }

    private void watch(final Optional<ControlTls> files) {
        new CertificateAlarms(alarms.board(), loop, files, () -> now);
        loop.run();
    }

    @Test
    void theControllersCertificatesAreWatched() throws Exception {
        final TestPki pki = new TestPki(folder, "x");
        final ControlTls files = pki.controller(pki.issue("controller", TestPki.CONTROLLER, "clientAuth"));
        watch(Optional.of(files));
        assertEquals(List.of("certificate-ending certificate/controller", "certificate-ending certificate/ca"),
            alarms.raised());
        assertTrue(alarms.texts().get(0).startsWith("major: it ends at 20"), alarms.texts()::toString);
        now = now.plus(Duration.ofDays(3));
        loop.advance(CertificateAlarms.PERIOD);
        assertTrue(alarms.texts().get(0).startsWith("critical: "), alarms.texts()::toString);
        now = now.minus(Duration.ofDays(300));
        loop.advance(CertificateAlarms.PERIOD);
        assertEquals(List.of(), alarms.raised());
    }

    @Test
    void filesThatCannotBeReadAreTheSessionsProblem() throws Exception {
        final Path file = Files.writeString(folder.resolve("a.pem"), "no certificate");
        watch(Optional.of(new ControlTls(folder.resolve("absent.pem"), file, file)));
        watch(Optional.empty());
        assertEquals(List.of(), alarms.raised());
    }
}
