// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.alarms.AlarmSeverity;
import io.cloudmac.impl.alarms.AlarmType;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.MemberLoop;
import io.cloudmac.impl.session.ControlConfiguration;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.ControlTls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Raises and clears the alarms about the controller's certificates that end soon. Looks at them every six hours. */
@Component(service = {}, immediate = true, configurationPid = "io.cloudmac")
public final class CertificateAlarms {
    static final Duration PERIOD = Duration.ofHours(6);

    private static final Logger LOG = LoggerFactory.getLogger(CertificateAlarms.class);
    private static final Duration SOON = Duration.ofDays(30);
    private static final Duration VERY_SOON = Duration.ofDays(7);

    private final AlarmBoard alarms;
    private final Optional<ControlTls> files;
    private final InstantSource clock;
    private final Registration checks;

    /** Starts to look. Files are read on the loop of the member, so that no decision waits for a disk. */
    @Activate
    public CertificateAlarms(@Reference final AlarmBoard alarms, @Reference final MemberLoop loop,
            final ControlConfiguration control) {
        this(alarms, loop, ControlSettings.of(control).tls(), InstantSource.system());
    }

    CertificateAlarms(final AlarmBoard alarms, final EventLoop loop, final Optional<ControlTls> files,
            final InstantSource clock) {
        this.alarms = alarms;
        this.files = files;
        this.clock = clock;
        loop.execute(this::check);
        checks = loop.every(PERIOD, this::check);
    }

    @Deactivate
    void close() {
        checks.close();
    }

    private void check() {
        check("certificate/controller", files.map(ControlTls::certificate));
        check("certificate/ca", files.map(ControlTls::ca));
    }

    private void check(final String resource, final Optional<Path> file) {
        final Optional<Instant> end = file.flatMap(CertificateAlarms::end);
        end.flatMap(time -> severity(time, clock.instant())).ifPresentOrElse(
            severity -> alarms.raise(AlarmType.CERTIFICATE_ENDING, resource, severity,
                "it ends at " + end.orElseThrow().truncatedTo(ChronoUnit.SECONDS)),
            () -> alarms.clear(AlarmType.CERTIFICATE_ENDING, resource));
    }

    /** Returns how severe it is that a certificate ends at a time; empty if it ends late enough. */
    static Optional<AlarmSeverity> severity(final Instant end, final Instant now) {
        if (!end.isAfter(now)) {
            return Optional.of(AlarmSeverity.CRITICAL);
        }
        if (!end.isAfter(now.plus(VERY_SOON))) {
            return Optional.of(AlarmSeverity.MAJOR);
        }
        return end.isAfter(now.plus(SOON)) ? Optional.empty() : Optional.of(AlarmSeverity.WARNING);
    }

    /** Returns when the first certificate of a file ends; empty if it cannot be read, which the sessions report. */
    private static Optional<Instant> end(final Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                .map(certificate -> ((X509Certificate) certificate).getNotAfter().toInstant())
                .min(Comparator.naturalOrder());
        } catch (final IOException | CertificateException e) {
            LOG.debug("Cannot read {}", file, e);
            return Optional.empty();
        }
    }
}
