// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the certificates of the controller are read. */
class TlsContextsTest {
    private static final PeerIdentity PEER = new PeerIdentity("urn:cloudmac:wtp:02:0a:00:00:00:01", true);

    @TempDir
    private Path dir;
    private ControlTls files;
    private TlsContexts contexts;

    @BeforeEach
    void start() {
        final TestPki pki = new TestPki(dir, "ours");
        files = pki.controller(pki.issue("controller", TestPki.CONTROLLER, "clientAuth"));
        contexts = new TlsContexts(files);
    }

    private SslHandler handler() throws IOException {
        return contexts.newHandler(PEER, ByteBufAllocator.DEFAULT);
    }

    /** Replaces the content of a file by zeros, without a trace in its attributes. */
    private static void ruinSecretly(final Path file) throws IOException {
        final FileTime modified = Files.getLastModifiedTime(file);
        Files.write(file, new byte[(int) Files.size(file)]);
        Files.setLastModifiedTime(file, modified);
    }

    @Test
    void theFilesAreReadOnceForAllConnections() throws IOException {
        handler();
        for (final Path file : List.of(files.ca(), files.certificate(), files.key())) {
            ruinSecretly(file);
        }
        assertDoesNotThrow(this::handler);
    }

    @Test
    void aChangedFileIsReadAgain() throws IOException {
        handler();
        Files.writeString(files.key(), "no key");
        final String message = assertThrows(IOException.class, this::handler).getMessage();
        assertTrue(message.startsWith("cannot use the certificate " + files.certificate() + " with the key "
            + files.key() + " (PEM, the key in PKCS#8): could not find"), message);
        Files.delete(files.ca());
        assertEquals("cannot use the CA certificate " + files.ca() + ": there is no such file",
            assertThrows(IOException.class, this::handler).getMessage());
    }

    @Test
    void aFailureIsNotRemembered() throws IOException {
        final byte[] key = Files.readAllBytes(files.key());
        ruinSecretly(files.key());
        final FileTime modified = Files.getLastModifiedTime(files.key());
        assertThrows(IOException.class, this::handler);
        Files.write(files.key(), key);
        Files.setLastModifiedTime(files.key(), modified);
        assertDoesNotThrow(this::handler);
    }
}
