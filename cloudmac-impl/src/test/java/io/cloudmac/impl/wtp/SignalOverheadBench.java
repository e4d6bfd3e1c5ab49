// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.Mobility;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.MobilityBuilder;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * A benchmark of the cost of signals in the controller. Five WTPs receive every station and report it every 100 ms. The
 * controller parses and stores the reports, and decides once a second. Its name keeps it out of the tests; run it with:
 *
 * <pre>mvn test -pl cloudmac-impl -am -Dtest=SignalOverheadBench -Dsurefire.failIfNoSpecifiedTests=false</pre>
 */
class SignalOverheadBench {
    private static final int WTPS = 5;
    private static final int INTERVAL_MILLIS = 100;
    private static final int MEASURED_S = 20;
    private static final int WARM_UP_S = 20;
    private static final int STATIONS_A_LINE = 500;
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final ManualLoop loop = new ManualLoop();
    private final Random random = new Random(1);
    private long bytes;
    private long parsing;
    private long uptime;

    private static Mac wtp(final int number) {
        return new Mac(0x02_c1_0d_aa_00_00L + number);
    }

    private static Mac station(final int number) {
        return new Mac(0x02_5a_00_00_00_00L + number);
    }

    private static Assignment assignment(final int stations) {
        final Map<Mac, PortId> wtps = new HashMap<>();
        for (int i = 0; i < WTPS; i++) {
            wtps.put(wtp(i), new PortId("openflow:1", i + 1));
        }
        final Map<StationKey, ServingWtps> served = new HashMap<>();
        for (int i = 0; i < stations; i++) {
            served.put(new StationKey(BSSID, station(i)), ServingWtps.by(wtp(i % WTPS), Origin.AUTOMATIC));
        }
        return new Assignment(wtps,
            Map.of(BSSID, new Assignment.Vap(new PortId("openflow:1", 9), 2412, wtps.keySet())), served);
    }

    private Mobility subject(final Assignment assignment) {
        final Cloudmac configuration = new CloudmacBuilder()
            .setMobility(new MobilityBuilder().setEnabled(true).setObserveOnly(false).build()).build();
        final AssignmentSource assignments = new AssignmentSource() {
            @Override
            public Assignment assignment() {
                return assignment;
            }

            @Override
            public Registration listen(final Runnable changed) {
                loop.execute(changed);
                return () -> { };
            }
        };
        final FakeConfiguration source = new FakeConfiguration(() -> configuration);
        final WtpControl control = mock(WtpControl.class, withSettings().stubOnly());
        when(control.sessions()).thenReturn(assignment.wtps().keySet());
        final Mobility mobility = new Mobility(loop, source, assignments, control, listener -> () -> { },
            listener -> () -> { }, (station, to, trigger) -> CompletableFuture.completedFuture(to), new SteeringLog(),
            mock(VirtualStationStatus.class), new AntennaRefusals());
        loop.execute(source::runListeners);
        return mobility;
    }

    /** Returns the lines of one report of each WTP. */
    private List<String> lines(final int stations, final int round) {
        final List<String> lines = new ArrayList<>();
        for (int first = 0; first < stations; first += STATIONS_A_LINE) {
            final StringBuilder line = new StringBuilder("{\"jsonrpc\":\"2.0\",\"method\":\"signal.report\",\"params\":"
                + "{\"uptime_ms\":" + uptime + ",\"radio\":0,\"stations\":[");
            for (int i = first; i < Math.min(stations, first + STATIONS_A_LINE); i++) {
                final int last = -60 - random.nextInt(8);
                line.append(i == first ? "" : ",").append(String.format(Locale.ROOT,
                    "{\"station\":\"%s\",\"last_dbm\":%d,\"ewma_dbm\":%.1f,\"frames\":%d}", station(i), last,
                    last + random.nextDouble(), round * 10 + 10));
            }
            lines.add(line.append("]}}\n").toString());
        }
        return lines;
    }

    private void run(final Mobility subject, final int stations, final int seconds) throws Exception {
        for (int round = 0; round < seconds * 1000 / INTERVAL_MILLIS; round++) {
            uptime += INTERVAL_MILLIS;
            for (int i = 0; i < WTPS; i++) {
                for (final String line : lines(stations, (int) uptime / INTERVAL_MILLIS)) {
                    bytes += line.length();
                    final long before = THREADS.getCurrentThreadCpuTime();
                    final SignalReport report =
                        SignalReport.read(wtp(i), Json.object(Json.parse(line), "params"));
                    parsing += THREADS.getCurrentThreadCpuTime() - before;
                    subject.onSignalReport(report);
                }
            }
            loop.advance(Duration.ofMillis(INTERVAL_MILLIS));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100, 1_000})
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    void overhead(final int stations) throws Exception {
        final Mobility subject = subject(assignment(stations));
        loop.run();
        run(subject, stations, WARM_UP_S);
        final var before = subject.overhead();
        bytes = 0;
        parsing = 0;
        run(subject, stations, MEASURED_S);
        final var after = subject.overhead();
        assertEquals(stations * WTPS, after.signals());
        System.out.printf(Locale.ROOT,
            "%5d stations: %6d signals/s, %8d octets/s of JSON, CPU ms/s: parsing %.2f, taking in %.2f, judging %.2f%n",
            stations, (after.reportEntries() - before.reportEntries()) / MEASURED_S, bytes / MEASURED_S,
            parsing / 1e6 / MEASURED_S,
            after.intakeTime().minus(before.intakeTime()).toNanos() / 1e6 / MEASURED_S,
            after.decisionTime().minus(before.decisionTime()).toNanos() / 1e6 / MEASURED_S);
    }
}
