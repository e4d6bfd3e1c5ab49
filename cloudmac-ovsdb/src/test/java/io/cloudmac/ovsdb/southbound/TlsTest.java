// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.cloudmac.ovsdb.jsonrpc.Tls;
import io.netty.handler.ssl.SslContext;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Programs a switch over TLS with certificates on both sides. */
public class TlsTest extends SouthboundTest {
    @Rule
    public TemporaryFolder pki = new TemporaryFolder();

    @Override
    SslContext tls() throws Exception {
        authority("ca");
        authority("other");
        certificate("controller", "ca");
        certificate("switch", "ca");
        certificate("stranger", "other");
        return Tls.server(file("controller.key"), file("controller.pem"), file("ca.pem"));
    }

    @Override
    void connect() throws Exception {
        ovs.vsctl("set-ssl", file("switch.key").toString(), file("switch.pem").toString(), file("ca.pem").toString());
        ovs.connectTo(link.target().replace("tcp:", "ssl:"));
    }

    @Test
    public void rowsAreProgrammed() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        awaitRows(1, 2);
    }

    @Test
    public void switchWithACertificateOfAnotherCaIsRejected() throws Exception {
        ovs.vsctl("set-ssl", file("stranger.key").toString(), file("stranger.pem").toString(),
            file("ca.pem").toString());
        link.down();
        awaitDisconnected();
        link.up();
        Await.until("the switch logs that it is refused",
            () -> Files.readString(ovs.folder().resolve("log")).contains("alert"));
        assertTrue(read(OPER, Paths.node(node)).isEmpty());
    }

    @Test
    public void errorNamesTheUnusableFile() {
        final IOException e =
            assertThrows(IOException.class, () -> Tls.server(file("none.key"), file("ca.pem"), file("ca.pem")));
        assertTrue(e.getMessage(), e.getMessage().contains("none.key"));
    }

    private void authority(final String name) throws IOException {
        RealSwitch.run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=" + name, "-days", "1", "-keyout", file(name + ".key").toString(),
            "-out", file(name + ".pem").toString());
    }

    private void certificate(final String name, final String authority) throws IOException {
        RealSwitch.run("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
            "/CN=" + name, "-keyout", file(name + ".key").toString(), "-out", file(name + ".csr").toString());
        RealSwitch.run("openssl", "x509", "-req", "-in", file(name + ".csr").toString(), "-CA",
            file(authority + ".pem").toString(), "-CAkey", file(authority + ".key").toString(), "-CAcreateserial",
            "-days", "1", "-out", file(name + ".pem").toString());
    }

    private File file(final String name) {
        return new File(pki.getRoot(), name);
    }
}
