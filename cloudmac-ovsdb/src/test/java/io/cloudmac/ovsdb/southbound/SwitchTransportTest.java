// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** How the settings choose between TLS and plain TCP. */
public class SwitchTransportTest {
    private static final List<String> NONE = List.of("", "", "");

    @Rule
    public TemporaryFolder folder = new TemporaryFolder();

    private List<String> files;

    @Before
    public void certify() throws Exception {
        final Pki pki = new Pki(folder.getRoot());
        pki.authority("ca");
        pki.certificate("controller", "ca", null);
        files = List.of(pki.path("controller.key"), pki.path("controller.pem"), pki.path("ca.pem"));
    }

    private static String failureOf(final String transport, final List<String> files) {
        return assertThrows(IOException.class, () -> SwitchTransport.of(transport, files)).getMessage();
    }

    @Test
    public void tlsNeedsItsFiles() throws Exception {
        final SwitchTransport tls = SwitchTransport.of("tls", files);
        assertTrue(tls.server().isServer());
        assertTrue(tls.client().isClient());
        assertTrue(failureOf("tls", NONE).contains("needs tls.key, tls.cert and tls.ca"));
        final String missing = failureOf("tls", List.of(files.get(0), "/nowhere/southbound.pem", files.get(2)));
        assertTrue(missing, missing.contains("no file /nowhere/southbound.pem: create certificates"));
        assertTrue(missing, missing.contains("or set transport = tcp"));
    }

    @Test
    public void plainTcpIsUsedOnlyIfItIsSet() throws Exception {
        assertNull(SwitchTransport.of("tcp", NONE).server());
        assertNull(SwitchTransport.of("tcp", files).server());
        assertNull(SwitchTransport.of("tcp", files).client());
        assertNotNull(SwitchTransport.of("tls", files).server());
        assertTrue(failureOf("", NONE).contains("tls or tcp"));
        assertTrue(failureOf("TCP", NONE).contains("not TCP"));
    }
}
