// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.sun.net.httpserver.HttpServer;
import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.alarms.AlarmType;
import io.cloudmac.impl.alarms.RecordedAlarms;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Alarms at a syslog server and at a web hook. */
@Timeout(60)
class AlarmOutputsTest {
    private final AlarmBoard board = new RecordedAlarms().board();
    private final AlarmConfiguration configuration = mock(AlarmConfiguration.class);
    private final BlockingQueue<String> hooked = new LinkedBlockingQueue<>();
    private DatagramSocket syslog;
    private HttpServer hook;
    private AlarmOutputs outputs;
    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        syslog = new DatagramSocket(0, loopback);
        syslog.setSoTimeout(20_000);
        hook = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        hook.createContext("/alarms", exchange -> {
            final String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            hooked.add(exchange.getRequestMethod() + " " + exchange.getRequestHeaders().getFirst("Authorization") + " "
                + exchange.getRequestHeaders().getFirst("Content-Type") + " " + body);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        hook.start();
        final String host = loopback.getHostAddress();
        final Path token = Files.writeString(folder.resolve("token"), "s3cret\n");
        when(configuration.syslog()).thenReturn(host + ":" + syslog.getLocalPort());
        when(configuration.hook()).thenReturn("http://" + host + ":" + hook.getAddress().getPort() + "/alarms");
        when(configuration.hook$_$token$_$file()).thenReturn(token.toString());
    }

    @AfterEach
    void stop() {
        outputs.close();
        hook.stop(0);
        syslog.close();
    }

    private String received() throws IOException {
        final DatagramPacket packet = new DatagramPacket(new byte[4096], 4096);
        syslog.receive(packet);
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.US_ASCII);
    }

    private String posted() throws InterruptedException {
        return hooked.poll(20, TimeUnit.SECONDS);
    }

    @Test
    void bothGetWhatIsRaisedAndEachChange() throws Exception {
        board.raise(AlarmType.WTP_LOST, "wtp/1", "silent");
        outputs = new AlarmOutputs(board, configuration);
        assertTrue(received().endsWith("] wtp/1: wtp-lost major: silent"));
        final String first = posted();
        assertTrue(first.startsWith("POST Bearer s3cret application/json {\"controller\":\""), first);
        assertTrue(first.endsWith("\"resource\":\"wtp/1\",\"alarm-type-id\":\"cloudmac-alarms:wtp-lost\","
            + "\"alarm-type-qualifier\":\"\",\"is-cleared\":false,\"perceived-severity\":\"major\","
            + "\"time-created\":\"2026-12-01T10:00:00Z\",\"last-raised\":\"2026-12-01T10:00:00Z\","
            + "\"last-changed\":\"2026-12-01T10:00:00Z\",\"alarm-text\":\"silent\"}"), first);
        board.clear(AlarmType.WTP_LOST, "wtp/1");
        assertTrue(received().endsWith("] wtp/1: wtp-lost cleared: silent"));
        assertTrue(posted().contains("\"is-cleared\":true"));
    }

    @Test
    void aWrongSettingSwitchesOffOnlyItself() throws Exception {
        when(configuration.syslog()).thenReturn("a b");
        outputs = new AlarmOutputs(board, configuration);
        board.raise(AlarmType.MTU_TOO_SMALL, "wtp/1", "1500");
        assertTrue(posted().contains("mtu-too-small"));
    }

    @Test
    void withoutSettingsNothingIsSent() {
        when(configuration.syslog()).thenReturn("");
        when(configuration.hook()).thenReturn("");
        outputs = new AlarmOutputs(board, configuration);
        board.raise(AlarmType.MTU_TOO_SMALL, "wtp/1", "1500");
        assertEquals(0, hooked.size());
    }
}
