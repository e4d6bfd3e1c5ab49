// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.flow.model.Rule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An instance of Open vSwitch of its own, whose ports are dummies. */
final class OpenVswitch implements AutoCloseable {
    private static final Path DAEMON = Path.of("/usr/sbin/ovs-vswitchd");
    private static final Path SCHEMA = Path.of("/usr/share/openvswitch/vswitch.ovsschema");
    private static final long SECONDS = 60;

    private final Path folder;

    /** Starts the daemons. */
    OpenVswitch() throws IOException {
        folder = Files.createTempDirectory("ovs");
        run("ovsdb-tool", "create", file("conf.db"), SCHEMA.toString());
        run("/usr/sbin/ovsdb-server", file("conf.db"), "--remote=punix:" + file("db.sock"), "--detach", "--no-chdir",
            "--pidfile=" + file("ovsdb.pid"), "--unixctl=" + file("ovsdb.ctl"), "--log-file=" + file("ovsdb.log"));
        vsctl("--no-wait", "init");
        run(DAEMON.toString(), "unix:" + file("db.sock"), "--enable-dummy=override", "--disable-system", "--detach",
            "--no-chdir", "--pidfile=" + file("vs.pid"), "--unixctl=" + file("vs.ctl"), "--log-file=" + file("vs.log"));
    }

    static boolean isInstalled() {
        return Files.isExecutable(DAEMON) && Files.isReadable(SCHEMA);
    }

    private String file(final String name) {
        return folder.resolve(name).toString();
    }

    /** Runs {@code ovs-vsctl}. */
    String vsctl(final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of("ovs-vsctl", "--db=unix:" + file("db.sock")));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    /** Adds a bridge with some more arguments of {@code ovs-vsctl}. */
    void addBridge(final String name) throws IOException {
        vsctl("add-br", name, "--", "set", "bridge", name, "datapath_type=dummy", "fail-mode=secure",
            "protocols=OpenFlow13");
    }

    /** Adds a port to a bridge. */
    void addPort(final String bridge, final String name, final long number, final String... columns)
            throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("add-port", bridge, name, "--", "set", "interface",
            name, "ofport_request=" + number));
        arguments.addAll(List.of(columns));
        vsctl(arguments.toArray(String[]::new));
    }

    /** Replaces all rules of a bridge. Below these is the action NORMAL. */
    void setRules(final String bridge, final Collection<Rule> rules) throws IOException {
        final List<String> flows = new ArrayList<>(List.of("priority=0,actions=normal"));
        rules.forEach(rule -> flows.add("cookie=" + rule.cookie() + ",table=" + rule.table() + ",priority="
            + rule.priority() + (rule.match().toString().isEmpty() ? "" : "," + rule.match()) + ",actions="
            + rule.actionsText()));
        Files.write(folder.resolve("flows"), flows);
        run("ovs-ofctl", "-O", "OpenFlow13", "replace-flows", "unix:" + file(bridge + ".mgmt"), file("flows"));
    }

    /** Runs a command of {@code ovs-vswitchd}. */
    String appctl(final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of("ovs-appctl", "-t", file("vs.ctl")));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    private String run(final String... command) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile());
        builder.environment().put("OVS_RUNDIR", folder.toString());
        builder.environment().put("OVS_DBDIR", folder.toString());
        builder.environment().put("OVS_LOGDIR", folder.toString());
        final Process process = builder.start();
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(List.of(command) + " does not end");
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        final String output = Files.readString(folder.resolve("output"), StandardCharsets.UTF_8);
        if (process.exitValue() != 0) {
            throw new IOException(List.of(command) + ": " + output);
        }
        return output;
    }

    @Override
    public void close() throws IOException {
        for (final String daemon : List.of("vs", "ovsdb")) {
            final Path pid = folder.resolve(daemon + ".pid");
            if (Files.exists(pid)) {
                final Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(Files.readString(pid).trim()));
                run("ovs-appctl", "-t", file(daemon + ".ctl"), "exit");
                // It removes its files at the end.
                process.ifPresent(each -> each.onExit().join());
            }
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
