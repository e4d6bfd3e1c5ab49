// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.alarms.outputs.AlarmSettings.SyslogServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of alarms. */
class AlarmSettingsTest {
    @ParameterizedTest
    @CsvSource({ "logs.example, logs.example, 514", "192.0.2.7:1514, 192.0.2.7, 1514",
        "[2001:db8::1], 2001:db8::1, 514", "[2001:db8::1]:601, 2001:db8::1, 601", "' a:65535 ', a, 65535" })
    void aSyslogServerIsAHostAndAPort(final String text, final String host, final int port) {
        assertEquals(Optional.of(new SyslogServer(host, port)), AlarmSettings.syslog(text));
    }

    @ParameterizedTest
    @ValueSource(strings = { "a:", "a:0", "a:65536", "a:b", "2001:db8::1", "a b", "udp://a", "[a", ":514" })
    void anotherTextIsNoSyslogServer(final String text) {
        final String message =
            assertThrows(IllegalArgumentException.class, () -> AlarmSettings.syslog(text)).getMessage();
        assertTrue(message.startsWith("syslog is '" + text + "': allowed is HOST or HOST:PORT"), message);
    }

    @Test
    void aHookIsAUrl() {
        assertEquals(Optional.of(URI.create("https://alarms.example:8443/a?b=c")),
            AlarmSettings.hook(" https://alarms.example:8443/a?b=c"));
        assertEquals(Optional.of(URI.create("HTTP://[::1]/")), AlarmSettings.hook("HTTP://[::1]/"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "alarms.example", "ftp://alarms.example/", "https:///a", "https://a b/",
        "file:/etc/passwd", "https://user:secret@alarms.example/" })
    void anotherTextIsNoHook(final String text) {
        final String message =
            assertThrows(IllegalArgumentException.class, () -> AlarmSettings.hook(text)).getMessage();
        assertTrue(message.contains("allowed is a URL such as https://"), message);
    }

    @Test
    void nothingIsNoOutput() {
        assertEquals(Optional.empty(), AlarmSettings.syslog(" "));
        assertEquals(Optional.empty(), AlarmSettings.hook(""));
        assertEquals(Optional.empty(), AlarmSettings.token(""));
    }

    @Test
    void aTokenIsOneLineOfAFile(@TempDir final Path folder) throws IOException {
        final Path file = folder.resolve("token");
        Files.writeString(file, "abc.DEF-1=\n");
        assertEquals(Optional.of("abc.DEF-1="), AlarmSettings.token(file.toString()));
        for (final String wrong : new String[] { "", "se cret", "secret\r\nX: y" }) {
            Files.writeString(file, wrong);
            final String message =
                assertThrows(IllegalArgumentException.class, () -> AlarmSettings.token(file.toString())).getMessage();
            assertTrue(message.contains("has no bearer token"), message);
            assertFalse(message.contains("secret"), message);
        }
        Files.delete(file);
        assertThrows(IllegalArgumentException.class, () -> AlarmSettings.token(file.toString()));
    }
}
