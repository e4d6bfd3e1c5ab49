// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.Program.Capability;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.Program.OnFailure;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.ProgramBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.FileBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.Handler;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.Handler.Access;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.Handler.Connections;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.HandlerBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.LimitsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.ProbeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Programs as packet nodes read them, and those that are refused. */
class ProgramManifestTest {
    private static final List<String> SLEEP = List.of("/usr/bin/sleep", "9");

    private static String manifest(final ProgramBuilder program) {
        return new String(ProgramManifest.of(program.build()), StandardCharsets.UTF_8);
    }

    private static Handler handler(final String name, final UnaryOperator<HandlerBuilder> with) {
        return with.apply(new HandlerBuilder().setName(name)).build();
    }

    private static List<String> violations(final UnaryOperator<ProgramBuilder> with) {
        final Image image = new ImageBuilder().setName(new ImageName("dns"))
            .setProgram(with.apply(new ProgramBuilder()).build()).build();
        return ProgramCheck.image(image, "image dns");
    }

    private static List<String> violationsOf(final Handler handler) {
        return violations(program -> program.setRuleset("table ip a {}")
            .setHandler(BindingMap.of(handler)));
    }

    @Test
    void onlyWhatIsConfiguredIsSent() {
        assertEquals("{\"ruleset\":\"table ip a {}\"}", manifest(new ProgramBuilder().setRuleset("table ip a {}")));
    }

    @Test
    void everythingIsSentInOneOrder() {
        final ProgramBuilder program = new ProgramBuilder().setCommand(SLEEP)
            .setFile(BindingMap.of(new FileBuilder().setName("b").setContent("two").build(),
                new FileBuilder().setName("a").setContent("one").build()))
            .setAddress("192.0.2.53/24").setRouter(true).setCapability(Set.of(Capability.NetRaw))
            .setOnFailure(OnFailure.Drop)
            .setProbe(new ProbeBuilder().setCommand(SLEEP).setPeriodMs(Uint32.valueOf(100)).build())
            .setLimits(new LimitsBuilder().setCpuPercent(Uint16.TEN).setMemoryMib(Uint32.valueOf(64)).build())
            .setHandler(BindingMap.of(handler("two", each -> each.setCommand(SLEEP)),
                handler("three", each -> each.setConnections(Connections.Ipv4).setAccess(Set.of(Access.Migrate))),
                handler("one", each -> each.setSet("ip a b").setAccess(Set.of(Access.Write, Access.Read)))));
        assertEquals("{\"command\":[\"/usr/bin/sleep\",\"9\"],\"files\":{\"a\":\"one\",\"b\":\"two\"},"
            + "\"address\":\"192.0.2.53/24\",\"router\":true,\"capabilities\":[\"net-raw\"],\"on-failure\":\"drop\","
            + "\"probe\":{\"command\":[\"/usr/bin/sleep\",\"9\"],\"period-ms\":100},"
            + "\"limits\":{\"cpu-percent\":10,\"memory-mib\":64},"
            + "\"handlers\":[{\"handler\":\"one\",\"set\":\"ip a b\",\"access\":[\"read\",\"write\"]},"
            + "{\"handler\":\"three\",\"connections\":\"ipv4\",\"access\":[\"migrate\"]},"
            + "{\"handler\":\"two\",\"command\":[\"/usr/bin/sleep\",\"9\"]}]}", manifest(program));
    }

    @Test
    void anImageIsAnObjectOrAProgram() {
        final ImageBuilder neither = new ImageBuilder().setName(new ImageName("dns"));
        final String wanted = "image dns: it needs either an object or a program";
        assertEquals(List.of(wanted), ProgramCheck.image(neither.build(), "image dns"));
        assertEquals(List.of(), ProgramCheck.image(neither.setObject(new byte[] { 1 }).build(), "image dns"));
        assertEquals(List.of(wanted), ProgramCheck.image(neither.setProgram(new ProgramBuilder().build()).build(),
            "image dns"));
    }

    @Test
    void programsThatCannotRunAreRefused() {
        assertEquals(List.of(), violations(program -> program.setCommand(SLEEP)));
        assertEquals(List.of("image dns: its program needs a ruleset or a command"), violations(program -> program));
        assertEquals(List.of("image dns: the command of its program begins with an absolute path, not sleep"),
            violations(program -> program.setCommand(List.of("sleep"))));
        assertEquals(List.of("image dns: a program that is a router needs an address"),
            violations(program -> program.setCommand(SLEEP).setRouter(true)));
        assertEquals(List.of("image dns: the probe of its program needs a command"),
            violations(program -> program.setCommand(SLEEP).setProbe(new ProbeBuilder().build())));
        assertEquals(List.of("image dns: its program has 1200031 octets as JSON, at most 1048576 are possible"),
            violations(program -> program.setRuleset("x".repeat(600_000)).setFile(BindingMap.of(
                new FileBuilder().setName("a").setContent("y".repeat(600_000)).build()))));
    }

    @Test
    void addressesAreChecked() {
        for (final String good : List.of("192.0.2.53/24", "10.0.0.1/32", "0.0.0.0/1")) {
            assertEquals(List.of(), violations(program -> program.setCommand(SLEEP).setAddress(good)));
        }
        for (final String bad : List.of("192.0.2.53", "192.0.2.256/24", "192.0.2.53/33", "192.0.2.53/0", "1/2/3/4/5",
                "01.2.3.4/8")) {
            assertEquals(List.of("image dns: the address of its program is an IPv4 address with the length of its "
                + "prefix, as 192.0.2.53/24, not " + bad),
                violations(program -> program.setCommand(SLEEP).setAddress(bad)));
        }
    }

    @Test
    void handlersAreChecked() {
        assertEquals(List.of(), violationsOf(handler("a", each -> each.setCommand(SLEEP))));
        assertEquals(List.of("image dns: handler a needs either a command, a set or connections"),
            violationsOf(handler("a", each -> each)));
        assertEquals(List.of("image dns: handler a needs either a command, a set or connections"),
            violationsOf(handler("a", each -> each.setCommand(SLEEP).setSet("ip a b"))));
        assertEquals(List.of("image dns: handler a needs either a command, a set or connections"),
            violationsOf(handler("a", each -> each.setConnections(Connections.Ipv4).setSet("ip a b"))));
        assertEquals(List.of("image dns: handler a is a command, so it can be read only"),
            violationsOf(handler("a", each -> each.setCommand(SLEEP).setAccess(Set.of(Access.Write)))));
    }
}
