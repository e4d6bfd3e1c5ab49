// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.Futures;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.MeasuredValue;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvStateBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TriggerName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNodeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.HandlerBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.TriggerBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacStateBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.SteeringDecision;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.AirtimeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.QosBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.StationsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.SteeringBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VapHostsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.WtpsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.wtp.RadioBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.wtp.radio.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.Port;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.PortBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.PortKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.port.OptionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.WaitingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.steering.DecisionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.VapHostBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.vap.host.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.AdmissionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Session;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.SessionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.steering.decision.InputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.AirtimeWeight;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Signal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.VapHostName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Decimal64;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The tables, help texts and errors of the Karaf commands. */
class CloudmacCommandsTest {
    private static final CloudmacState EMPTY = new CloudmacStateBuilder().build();

    @Test
    void everyTableCanBeEmpty() {
        for (final TableCommand command : List.of(new WtpsCommand(), new VapsCommand(), new StationsCommand(),
                new FlowsCommand(), new QosCommand(), new LogCommand(), new AirtimeCommand(), new VapHostsCommand())) {
            assertEquals("", lines(command, EMPTY), command.getClass().getSimpleName());
        }
    }

    @Test
    void packetNodesShowsSessionsAndLvnfs() {
        final var open = new PacketNodeBuilder().setName(new PacketNodeName("north"))
            .setSession(PacketNode.Session.Open).setVersion("0.2.0").setBridge("br0").setLvnfs(Uint32.TWO)
            .setMaximumLvnfs(Uint32.valueOf(256)).build();
        final var fresh = new PacketNodeBuilder().setName(new PacketNodeName("south"))
            .setSession(PacketNode.Session.Connecting).setReason("connection refused").build();
        assertEquals("north|open|0.2.0|br0|2 of 256\nsouth|connecting||||connection refused\n",
            lines(new PacketNodesCommand(), new NfvStateBuilder().setPacketNode(BindingMap.of(fresh, open)).build()));
    }

    @Test
    void lvnfsShowsPortsHandlersAndProblems() {
        final var ready = new LvnfBuilder().setTenant(new TenantName("guests")).setName(new LvnfName("a"))
            .setPacketNode(new PacketNodeName("north")).setStatus(Lvnf.Status.Ready).setMode(LvnfMode.Bypass)
            .setPort(BindingMap.of(
                new org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.PortBuilder()
                    .setPort(Uint8.ONE).setInterface("lv1p1").build(),
                new org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.PortBuilder()
                    .setPort(Uint8.ZERO).setInterface("lv1p0").setOpenflowPort(Uint32.valueOf(9)).build()))
            .setHandler(BindingMap.of(new HandlerBuilder().setName("counts").build())).build();
        final var failed = new LvnfBuilder().setTenant(new TenantName("guests")).setName(new LvnfName("b"))
            .setPacketNode(new PacketNodeName("north")).setStatus(Lvnf.Status.Failed).setProblem("no room").build();
        assertEquals("guests|a|north|ready|bypass|0: lv1p0 (OpenFlow 9), 1: lv1p1|counts\n"
            + "guests|b|north|failed|||||no room\n",
            lines(new LvnfsCommand(), new NfvStateBuilder().setLvnf(BindingMap.of(failed, ready)).build()));
    }

    @Test
    void imagesShowsTheLvnfsOfEach() {
        final var image = new ImageBuilder().setName(new ImageName("filter")).setObject(new byte[7])
            .setPorts(Uint8.TWO).build();
        final var lvnf = new org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfBuilder()
            .setName(new LvnfName("a")).setImage(new ImageName("filter")).build();
        final var tenant = new TenantBuilder().setName(new TenantName("guests")).setImage(BindingMap.of(image))
            .setLvnf(BindingMap.of(lvnf)).build();
        assertEquals("guests|filter|bpf|2|1\n", lines(new ImagesCommand(),
            new TenantsBuilder().setTenant(BindingMap.of(tenant)).build()));
        assertEquals("", lines(new ImagesCommand(), null));
    }

    @Test
    void triggersShowsConditions() {
        final var every = new TriggerBuilder().setName(new TriggerName("busy")).setMetric(Trigger.Metric.CpuUtil)
            .setRelation(Trigger.Relation.Gt).setValue(new MeasuredValue(Decimal64.valueOf("80.000"))).build();
        final var tenant = new TenantBuilder().setName(new TenantName("guests")).setTrigger(BindingMap.of(every))
            .build();
        assertEquals("guests|busy|all||cpu-util|gt|80.0\n", lines(new TriggersCommand(),
            new TenantsBuilder().setTenant(BindingMap.of(tenant)).build()));
    }

    @Test
    void qosShowsTheRowsAndTheErrorOfEachPort() {
        final var option = new OptionBuilder().setName("max-rate").setValue("7").build();
        final Port second = new PortBuilder().setPort(new SwitchPort("openflow:2:1")).setName("p1")
            .setPolicy("default").setWanted(QosType.FqCodel).setState(QosState.Failed).setError("no such port").build();
        final Port first = new PortBuilder().setPort(new SwitchPort("openflow:1:1")).setWanted(QosType.Htb)
            .setState(QosState.Active).setType("linux-htb").setOption(Map.of(option.key(), option)).build();
        final Map<PortKey, Port> ports = Map.of(second.key(), second, first.key(), first);
        assertEquals("openflow:1:1|||htb|active|linux-htb|max-rate=7\n"
            + "openflow:2:1|p1|default|fq-codel|failed||||no such port\n",
            lines(new QosCommand(),
                new CloudmacStateBuilder().setQos(new QosBuilder().setPort(ports).build()).build()));
    }

    @Test
    void qosKnowsEveryStrategy() throws Exception {
        final var argument = QosCommand.class.getDeclaredField("strategy");
        final List<String> names = Arrays.stream(QosType.values()).map(QosType::getName).toList();
        assertEquals(names, List.of(argument.getAnnotation(Completion.class).values()));
        final String help = argument.getAnnotation(Argument.class).description();
        names.forEach(name -> assertTrue(help.matches(".*\\b" + name + "\\b.*"), name));
    }

    @Test
    void airtimeShowsTheSettingsOfARadioAndItsStations() {
        final var station = new StationBuilder().setStation(new UnicastMac("02:5a:00:00:00:01"))
            .setBssid(new Bssid("02:00:00:00:12:34")).setWeight(new AirtimeWeight(Uint16.valueOf(512)))
            .setShare(Uint16.valueOf(412)).setQueueFrames(Uint32.valueOf(21)).setQueueBytes(Uint32.valueOf(32214))
            .setSojourn(Uint32.valueOf(4310)).setSent(Uint64.valueOf(811)).setCodelDrops(Uint64.valueOf(3))
            .setFullDrops(Uint64.ZERO).build();
        final var radio = new RadioBuilder().setIndex(Uint8.ZERO).setScheduler(true).setTarget(Uint16.valueOf(5))
            .setInterval(Uint16.valueOf(100)).setStation(BindingMap.of(station)).build();
        final var wtp = new WtpBuilder().setId(new WtpId("02:c1:0d:aa:00:01")).setRadio(BindingMap.of(radio))
            .setProblem("no room").build();
        final var silent = new WtpBuilder().setId(new WtpId("02:c1:0d:aa:00:02")).setProblem("no answer").build();
        assertEquals("02:c1:0d:aa:00:01|0|shares by weight|||||CoDel 5 of 100 ms|||no room\n"
            + "02:c1:0d:aa:00:01|0|02:5a:00:00:00:01|02:00:00:00:12:34|512|41.2 %|21 (32214 B)|4.3 ms|811|3 + 0\n"
            + "02:c1:0d:aa:00:02||||||||||no answer\n",
            lines(new AirtimeCommand(), new CloudmacStateBuilder().setAirtime(
                new AirtimeBuilder().setWtp(BindingMap.of(wtp, silent)).build()).build()));
    }

    @Test
    void wtpsShowsWhyAWtpIsNotAdmittedOrContested() {
        final var admitted = wtp("02:c1:0d:aa:00:01").setAdmission(new AdmissionBuilder().setAdmitted(true).build())
            .setSession(new SessionBuilder().setState(Session.State.Open).build()).build();
        final var refused = wtp("02:c1:0d:aa:00:02").setAdmission(new AdmissionBuilder().setAdmitted(false)
            .setProblem("no session: connection refused").build())
            .setSession(new SessionBuilder().setState(Session.State.Closed).setError("connection refused").build())
            .build();
        final var contested = wtp("02:c1:0d:aa:00:03").setAdmission(new AdmissionBuilder().setAdmitted(true)
            .setProblem("it is announced at two ports").build())
            .setSession(new SessionBuilder().setState(Session.State.Open).build()).build();
        assertEquals("02:c1:0d:aa:00:01|attic|yes|yes|||open\n"
            + "02:c1:0d:aa:00:02|attic|yes|no|||closed||||not admitted: no session: connection refused\n"
            + "02:c1:0d:aa:00:03|attic|yes|yes|||open||||it is announced at two ports\n",
            lines(new WtpsCommand(), new CloudmacStateBuilder().setWtps(
                new WtpsBuilder().setWtp(BindingMap.of(admitted, refused, contested)).build()).build()));
    }

    @Test
    void vapHostsShowsSessionsVapsAndProblems() {
        final var one = new VapBuilder().setBssid(new Bssid("02:00:00:00:12:34")).setStations(Uint32.TWO).build();
        final var two = new VapBuilder().setBssid(new Bssid("02:00:00:00:12:35")).setStations(Uint32.ONE).build();
        final var open = new VapHostBuilder().setName(new VapHostName("north")).setAddress("192.0.2.1")
            .setPort(Uint16.valueOf(4920)).setVersion("0.2.0").setVap(BindingMap.of(two, one))
            .setProblem(Set.of("VAP 02:00:00:00:12:36 belongs to another VAP host")).setSession(
                new org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.vap.host
                    .SessionBuilder().setState(Session.State.Open).build()).build();
        final var down = new VapHostBuilder().setName(new VapHostName("south")).setAddress("192.0.2.2")
            .setPort(Uint16.valueOf(4920)).setSession(
                new org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.vap.host
                    .SessionBuilder().setState(Session.State.Closed).setError("connection refused").build()).build();
        assertEquals("north|192.0.2.1|4920|open|0.2.0|02:00:00:00:12:34, 02:00:00:00:12:35|3|"
            + "VAP 02:00:00:00:12:36 belongs to another VAP host\n"
            + "south|192.0.2.2|4920|closed|||0|connection refused\n",
            lines(new VapHostsCommand(), new CloudmacStateBuilder().setVapHosts(
                new VapHostsBuilder().setVapHost(BindingMap.of(down, open)).build()).build()));
    }

    private static org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.WtpBuilder wtp(
            final String id) {
        return new org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.WtpBuilder()
            .setId(new WtpId(id)).setName("attic").setUp(true);
    }

    @Test
    void stationsShowsBindingsThatWait() {
        final var waiting = new WaitingBuilder().setBssid(new Bssid("02:00:00:00:12:34"))
            .setStation(new UnicastMac("02:5a:00:00:00:01")).setWtp(new WtpId("02:c1:0d:aa:00:02"))
            .setProblem("its WTP is disabled").build();
        assertEquals("02:5a:00:00:00:01|02:00:00:00:12:34||operator|||waits for WTP 02:c1:0d:aa:00:02:"
            + " its WTP is disabled\n", lines(new StationsCommand(), new CloudmacStateBuilder().setStations(
                new StationsBuilder().setWaiting(BindingMap.of(waiting)).build()).build()));
    }

    @Test
    void logShowsInputsAndTheThresholdsByTheNamesOfTheirSettings() {
        final var first = decision(1).setReason(SteeringDecision.Reason.FirstContact)
            .setInput(BindingMap.of(input("02:c1:0d:aa:00:01", -30, 1).build())).build();
        final var second = decision(2).setReason(SteeringDecision.Reason.Signal)
            .setFrom(new WtpId("02:c1:0d:aa:00:01")).setTo(new WtpId("02:c1:0d:aa:00:02"))
            .setInput(BindingMap.of(
                input("02:c1:0d:aa:00:01", -71, 3).setAge(Uint32.valueOf(40)).setLoad(Uint32.TWO).build(),
                new InputBuilder().setWtp(new WtpId("02:c1:0d:aa:00:02")).build()))
            .setHysteresis(Uint8.valueOf(6)).setDwell(Uint32.valueOf(5000)).setLoadTieBreak(Uint8.valueOf(3))
            .setMinimumSamples(Uint16.valueOf(3)).setStaleAfter(Uint32.valueOf(3000)).build();
        assertEquals("1||02:5a:00:00:00:01|02:00:00:00:12:34||02:c1:0d:aa:00:01|first-contact|done"
            + "|02:c1:0d:aa:00:01 -30 dBm (1 sample)\n"
            + "2||02:5a:00:00:00:01|02:00:00:00:12:34|02:c1:0d:aa:00:01|02:c1:0d:aa:00:02|signal|done"
            + "|02:c1:0d:aa:00:01 -71 dBm (3 samples), 40 ms ago, serves 2, 02:c1:0d:aa:00:02|hysteresis 6 dB,"
            + " minimum-dwell 5000 ms, load-tie-break 3 dB, minimum-samples 3, stale-after 3000 ms\n",
            lines(new LogCommand(), new CloudmacStateBuilder().setSteering(
                new SteeringBuilder().setDecision(BindingMap.of(second, first)).build()).build()));
    }

    private static DecisionBuilder decision(final int number) {
        return new DecisionBuilder().setNumber(Uint64.valueOf(number)).setTo(new WtpId("02:c1:0d:aa:00:01"))
            .setStation(new UnicastMac("02:5a:00:00:00:01")).setBssid(new Bssid("02:00:00:00:12:34"))
            .setOutcome(SteeringDecision.Outcome.Done);
    }

    private static InputBuilder input(final String wtp, final int signal, final int samples) {
        return new InputBuilder().setWtp(new WtpId(wtp)).setSignal(new Signal((byte) signal))
            .setSamples(Uint32.valueOf(samples));
    }

    @Test
    void theErrorTextOfARefusedRpcIsShown() {
        assertEquals("WTP is unknown", assertThrows(IllegalArgumentException.class, () -> RpcCall.await(
            Futures.immediateFuture(RpcResultBuilder.<Void>failed().withError(ErrorType.APPLICATION,
                ErrorTag.INVALID_VALUE, "WTP is unknown").build()))).getMessage());
    }

    private static <D extends DataObject> String lines(final DataTableCommand<D> command, final D state) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        command.table(state).print(new PrintStream(out, true, StandardCharsets.UTF_8), false);
        return out.toString(StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(" *\t", "|"))
            .map(line -> line.replaceAll("\\|+$", "")).reduce("", (all, line) -> all + line + "\n");
    }
}
