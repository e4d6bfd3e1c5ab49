// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetVapInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetVapOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetWtpInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetWtpOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.common.RpcResult;

/** Which WTPs and VAPs can be forgotten, and what goes with them. */
class ForgetRpcsTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac OTHER = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final Mac VIRTUAL = Mac.parse("02:5a:00:00:00:09");
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private final LearnedStore learned = mock(LearnedStore.class);
    private final FakeAdmission admission = new FakeAdmission();
    private final Activity activity = mock(Activity.class);
    private final CompletableFuture<Void> stored = new CompletableFuture<>();
    private final ForgetRpcs rpcs =
        new ForgetRpcs(mock(RpcProviderService.class), learned, admission, activity, () -> NOW);

    @BeforeEach
    void learn() {
        when(learned.learned()).thenReturn(new Learned(Map.of(WTP, PORT, OTHER, PORT),
            Map.of(BSSID, new Learned.KnownVap(PORT, RawSsid.of("cmac"), 2412, 100)),
            Map.of(new StationKey(BSSID, STATION), WTP), Set.of(),
            Map.of(VIRTUAL, new Learned.KnownVirtualStation(PORT, WTP))));
        when(learned.removeWtp(any())).thenReturn(stored);
        when(learned.removeVap(any())).thenReturn(stored);
        when(activity.vapLastSeen(any())).thenReturn(Optional.empty());
        admission.refuse(WTP);
    }

    private ListenableFuture<RpcResult<ForgetWtpOutput>> forgetWtp(final Mac wtp) {
        return rpcs.forgetWtp(new ForgetWtpInputBuilder().setWtp(new WtpId(wtp.toString())).build());
    }

    private ListenableFuture<RpcResult<ForgetVapOutput>> forgetVap(final Mac bssid) {
        return rpcs.forgetVap(new ForgetVapInputBuilder().setBssid(new Bssid(bssid.toString())).build());
    }

    private static String refusal(final ListenableFuture<? extends RpcResult<?>> answer) throws Exception {
        assertFalse(answer.get().isSuccessful());
        return answer.get().getErrors().iterator().next().getMessage();
    }

    @Test
    void aWtpThatIsGoneIsRemovedWithItsStations() throws Exception {
        final var answer = forgetWtp(WTP);
        assertFalse(answer.isDone(), "it is not stored yet");
        stored.complete(null);
        assertEquals(2, answer.get().getResult().getStations().intValue());
        verify(learned).removeWtp(WTP);
    }

    @Test
    void aWtpWithASessionStays() throws Exception {
        assertTrue(refusal(forgetWtp(OTHER)).contains("has a session"));
        verify(learned, never()).removeWtp(any());
    }

    @Test
    void anUnknownWtpIsRefused() throws Exception {
        assertTrue(refusal(forgetWtp(STATION)).contains("unknown WTP"));
        assertTrue(refusal(rpcs.forgetWtp(new ForgetWtpInputBuilder().build())).contains("wtp"));
    }

    @Test
    void aVapThatIsGoneIsRemovedWithItsStations() throws Exception {
        when(activity.vapLastSeen(BSSID)).thenReturn(Optional.of(NOW.minus(ForgetRpcs.PRESENT)));
        stored.complete(null);
        assertEquals(1, forgetVap(BSSID).get().getResult().getStations().intValue());
        verify(learned).removeVap(BSSID);
    }

    @Test
    void aVapThatSendsStays() throws Exception {
        when(activity.vapLastSeen(BSSID)).thenReturn(Optional.of(NOW.minusSeconds(1)));
        assertTrue(refusal(forgetVap(BSSID)).contains("beacons"));
        assertTrue(refusal(forgetVap(WTP)).contains("unknown VAP"));
        verify(learned, never()).removeVap(any());
    }

    @Test
    void aDatastoreThatRefusesIsReported() throws Exception {
        stored.completeExceptionally(new IllegalStateException("locked"));
        assertTrue(refusal(forgetWtp(WTP)).contains("locked"));
    }
}
