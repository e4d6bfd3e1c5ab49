// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.discovery.WtpDiscovery.WtpStatus;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Radio.Band;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Radio.Capability;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.RadioKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Session;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.SessionBuilder;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The published entry of a WTP, which its session shares. */
class WtpStateTest extends AbstractConcurrentDataBrokerTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final int BOTH_BANDS = 3;
    private static final int ONE_BAND = 1;

    private final FakeAdmission admission = new FakeAdmission();
    private Wtp last;

    @BeforeEach
    void start() throws Exception {
        setup();
    }

    private static Announcement.Radio radio(final int index, final int flags, final int bands) {
        return new Announcement.Radio(index, WTP, 2412, 20, 20, flags, 8, bands);
    }

    private static WtpStatus status(final List<String> addresses, final Announcement.Radio... radios)
            throws Exception {
        final List<InetSocketAddress> control = new ArrayList<>();
        for (final String address : addresses) {
            control.add(new InetSocketAddress(InetAddress.getByName(address), 4919));
        }
        return new WtpStatus(new Announcement(WTP, Duration.ofSeconds(1), "attic", control, List.of(radios)), PORT,
            Instant.EPOCH, true);
    }

    private Wtp show(final WtpStatus status) throws Exception {
        final Wtp now = WtpState.of(status, admission.isAdmitted(WTP), admission.problem(WTP));
        final var tx = getDataBroker().newWriteOnlyTransaction();
        WtpState.write(tx, WtpState.path(WTP), last, now);
        tx.commit().get();
        last = now;
        try (var read = getDataBroker().newReadOnlyTransaction()) {
            return read.read(LogicalDatastoreType.OPERATIONAL, WtpState.path(WTP)).get().orElseThrow();
        }
    }

    private static Set<String> addresses(final Wtp wtp) {
        return wtp.nonnullControl().keySet().stream().map(key -> key.getAddress()).collect(Collectors.toSet());
    }

    @Test
    void removedAddressesAndRadiosLeaveTheEntry() throws Exception {
        final int all = Announcement.Radio.ACTIVE_MONITOR | Announcement.Radio.RATE_PER_FRAME;
        Wtp shown = show(status(List.of("10.0.0.1", "10.0.0.2"), radio(0, all, BOTH_BANDS), radio(1, all, ONE_BAND)));
        assertEquals(Set.of("10.0.0.1", "10.0.0.2"), addresses(shown));
        assertEquals(2, shown.nonnullRadio().size());

        shown = show(status(List.of("10.0.0.3"), radio(0, Announcement.Radio.ACTIVE_MONITOR, ONE_BAND)));
        assertEquals(Set.of("10.0.0.3"), addresses(shown));
        assertEquals(Set.of(new RadioKey(Uint8.ZERO)), shown.nonnullRadio().keySet());
        final var radio = shown.nonnullRadio().values().iterator().next();
        assertEquals(Set.of(Band._24GHz), radio.getBand());
        assertEquals(Set.of(Capability.ActiveMonitor), radio.getCapability());

        assertEquals(Set.of(), addresses(show(status(List.of()))));
    }

    @Test
    void theReasonIsRemovedWhenTheWtpIsAdmitted() throws Exception {
        final WtpStatus status = status(List.of(), radio(0, 0, ONE_BAND));
        admission.refuse(WTP);
        assertEquals(FakeAdmission.REASON, show(status).getAdmission().getProblem());
        assertEquals(false, last.getAdmission().getAdmitted());
        admission.refuse();
        final Wtp shown = show(status);
        assertEquals(true, shown.getAdmission().getAdmitted());
        assertNull(shown.getAdmission().getProblem());
    }

    @Test
    void anAdmittedWtpAtTwoPortsShowsThem() throws Exception {
        admission.contest("it is announced at two ports");
        final Wtp shown = show(status(List.of(), radio(0, 0, ONE_BAND)));
        assertEquals(true, shown.getAdmission().getAdmitted());
        assertEquals("it is announced at two ports", shown.getAdmission().getProblem());
    }

    @Test
    void theSessionsPartOfTheEntryStays() throws Exception {
        final WtpStatus status = status(List.of("10.0.0.1"), radio(0, 0, ONE_BAND));
        final var tx = getDataBroker().newWriteOnlyTransaction();
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, WtpState.path(WTP).child(Session.class),
            new SessionBuilder().setState(Session.State.Open).build());
        tx.commit().get();
        assertNotNull(show(status).getSession());
        assertNotNull(show(status(List.of())).getSession());
    }
}
