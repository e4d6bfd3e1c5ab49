// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the installed ovsdb-server with its schema in a temporary folder. No ovs-vswitchd runs, so the
 * kernel does not change.
 */
final class RealSwitch implements AutoCloseable {
    private static final Path SCHEMA = Path.of("/usr/share/openvswitch/vswitch.ovsschema");

    private static final Pattern PORT = Pattern.compile("listening on port ([0-9]+)");

    private final Path folder;
    private String remote;
    private final LocalClient line;
    private Process server;

    /** Creates a switch with bridge br0 and ports p1, p2 and p3. */
    RealSwitch() throws IOException {
        this("punix:passive");
    }

    /**
     * Creates a switch that also listens.
     *
     * @param remote address in the format of ovsdb-server's --remote. Port 0 selects a free port once
     */
    RealSwitch(final String remote) throws IOException {
        this.remote = remote;
        folder = Files.createTempDirectory("ovsdb");
        line = new LocalClient(folder.resolve("sock"));
        run("ovsdb-tool", "create", file("db"), SCHEMA.toString());
        start();
        vsctl("init");
        vsctl("add-br", "br0");
        for (final String port : List.of("p1", "p2", "p3")) {
            vsctl("add-port", "br0", port);
        }
    }

    /** Starts the server on the existing database. */
    void start() throws IOException {
        server = new ProcessBuilder(program("ovsdb-server"), file("db"), "--remote=punix:" + file("sock"),
            "--remote=" + remote.replace("punix:", "punix:" + folder + "/"),
            "--remote=db:Open_vSwitch,Open_vSwitch,manager_options", "--unixctl=" + file("ctl"),
            "--private-key=db:Open_vSwitch,SSL,private_key", "--certificate=db:Open_vSwitch,SSL,certificate",
            "--ca-cert=db:Open_vSwitch,SSL,ca_cert",
            "--log-file=" + file("log"), "--no-chdir").redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile()).start();
        Await.until("ovsdb-server accepts connections", () -> accepts(folder.resolve("sock")));
        if (remote.contains(":0:")) {
            Await.until("ovsdb-server logs its port", () -> {
                final Matcher port = PORT.matcher(Files.readString(folder.resolve("log")));
                final boolean found = port.find();
                remote = found ? remote.replace(":0:", ":" + port.group(1) + ":") : remote;
                return found;
            });
        }
    }

    /** Returns true if a server accepts connections. A socket's file exists before that. */
    private static boolean accepts(final Path socket) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.isConnected();
        } catch (final IOException e) {
            return false;
        }
    }

    /** Returns the TCP port on which it listens. */
    int port() {
        return Integer.parseInt(remote.split(":")[1]);
    }

    /** Kills the server without notice, as a power failure would. */
    void kill() throws IOException {
        server.destroyForcibly();
        try {
            server.waitFor();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        Files.deleteIfExists(folder.resolve("sock"));
        Files.deleteIfExists(folder.resolve("passive"));
        Files.deleteIfExists(folder.resolve("ctl"));
    }

    /** Sets the controller to which the switch connects, with at most one second between attempts. */
    void connectTo(final String target) throws IOException {
        vsctl("--", "--id=@m", "create", "Manager", "target=\"" + target + "\"", "max_backoff=1000",
            "--", "set", "Open_vSwitch", ".", "manager_options=@m");
    }

    /** Runs ovs-vsctl and returns its trimmed output. */
    String vsctl(final String... args) throws IOException {
        final List<String> command = new ArrayList<>(
            List.of("ovs-vsctl", "--db=unix:" + file("sock"), "--no-wait", "--timeout=5"));
        command.addAll(List.of(args));
        return run(command.toArray(new String[0]));
    }

    /** Executes operations (JSON, without the database's name) in one transaction and returns the result. */
    JsonNode transact(final String operations) throws IOException {
        return line.transact(operations);
    }

    /** Returns the root row's UUID. */
    UUID uuid() throws IOException {
        return UUID.fromString(vsctl("get", "Open_vSwitch", ".", "_uuid"));
    }

    /** Returns the number of rows in a table. */
    int count(final String table) throws IOException {
        return transact("{\"op\":\"select\",\"table\":\"" + table + "\",\"where\":[]}").path(0).path("rows").size();
    }

    /** Returns a folder for files of the test. */
    Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        line.close();
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (final IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    static String run(final String... command) throws IOException {
        command[0] = program(command[0]);
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + ": " + output);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return output;
    }

    /** Returns the daemon's path, since an ordinary user's PATH lacks /usr/sbin. */
    private static String program(final String name) {
        return Stream.of("/usr/sbin/", "/usr/bin/").map(folder -> folder + name)
            .filter(path -> Files.isExecutable(Path.of(path))).findFirst().orElse(name);
    }

    private String file(final String name) {
        return folder.resolve(name).toString();
    }
}
