// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Mobility;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.MobilityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.mobility.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The mobility settings: defaults, checks beyond the model, and inheritance by VAPs. */
class MobilityCheckTest {
    private static final String BSSID = "02:00:00:00:12:34";
    private final MobilityCheck check = new MobilityCheck();

    private static Cloudmac with(final MobilityBuilder mobility) {
        return new CloudmacBuilder().setMobility(mobility.build()).build();
    }

    private static VapBuilder vap() {
        return new VapBuilder().setBssid(new Bssid(BSSID));
    }

    @Test
    void theDefaultsAreValidAndDisabled() {
        assertEquals(List.of(), check.violations(new CloudmacBuilder().build()));
        final MobilitySettings settings = MobilitySettings.of(new MobilityBuilder().build());
        assertEquals(MobilitySettings.DEFAULT, settings);
        assertFalse(settings.isEnabled());
        assertTrue(settings.general().observeOnly());
    }

    @Test
    void staleAfterMustExceedTheReportInterval() {
        assertEquals(List.of("mobility: stale-after, 500 ms, is not more than report-interval, 500 ms"),
            check.violations(with(new MobilityBuilder().setReportInterval(Uint16.valueOf(500))
                .setStaleAfter(Uint32.valueOf(500)))));
        assertEquals(List.of("mobility of VAP " + BSSID
                + ": stale-after, 100 ms, is not more than report-interval, 100 ms"),
            check.violations(with(new MobilityBuilder().setVap(BindingMap.of(
                vap().setStaleAfter(Uint32.valueOf(100)).build())))));
        assertEquals(List.of(), check.violations(with(new MobilityBuilder().setSource(Mobility.Source.Samples)
            .setReportInterval(Uint16.valueOf(500)).setStaleAfter(Uint32.valueOf(500)))));
    }

    @Test
    void theModelEnforcesTheLimits() {
        assertThrows(IllegalArgumentException.class, () -> new MobilityBuilder().setHysteresis(Uint8.valueOf(61)));
        assertThrows(IllegalArgumentException.class, () -> new MobilityBuilder().setLoadTieBreak(Uint8.valueOf(31)));
        assertThrows(IllegalArgumentException.class,
            () -> new MobilityBuilder().setReportInterval(Uint16.valueOf(19)));
        assertThrows(IllegalArgumentException.class, () -> new MobilityBuilder().setStaleAfter(Uint32.valueOf(99)));
        assertThrows(IllegalArgumentException.class,
            () -> new MobilityBuilder().setMinimumDwell(Uint32.valueOf(3_600_001)));
        assertThrows(IllegalArgumentException.class,
            () -> new MobilityBuilder().setMinimumSamples(Uint16.valueOf(0)));
    }

    @Test
    void aVapInheritsUnsetValues() {
        final MobilitySettings settings = MobilitySettings.of(new MobilityBuilder().setEnabled(true)
            .setHysteresis(Uint8.valueOf(9)).setMinimumDwell(Uint32.valueOf(70))
            .setVap(BindingMap.of(vap().setObserveOnly(false).setHysteresis(Uint8.valueOf(4)).build())).build());
        final Policy one = settings.policy(Mac.parse(BSSID));
        assertTrue(one.enabled());
        assertFalse(one.observeOnly());
        assertEquals(4, one.thresholds().hysteresis());
        assertEquals(Duration.ofMillis(70), one.thresholds().dwell());
        final Policy other = settings.policy(Mac.parse("02:00:00:00:56:78"));
        assertTrue(other.observeOnly());
        assertEquals(9, other.thresholds().hysteresis());
    }

    @Test
    void signalsAreCollectedIfAnyVapNeedsThem() {
        final MobilityBuilder mobility = new MobilityBuilder()
            .setVap(BindingMap.of(vap().setEnabled(true).build()));
        assertTrue(MobilitySettings.of(mobility.build()).isReporting());
        assertFalse(MobilitySettings.of(mobility.build()).isSampling());
        mobility.setSource(Mobility.Source.Samples);
        assertFalse(MobilitySettings.of(mobility.build()).isReporting());
        assertTrue(MobilitySettings.of(mobility.build()).isSampling());
    }
}
