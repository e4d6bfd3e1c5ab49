// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.AirtimeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.AirtimeWeight;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;

/** The weights that each WTP needs, and the checks of the configuration. */
class AirtimePolicyTest {
    private static final Mac ONE = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac VAP = Mac.parse("02:00:00:00:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");

    private static VapBuilder vap() {
        return new VapBuilder().setBssid(new Bssid(VAP.toString()));
    }

    private static StationBuilder station(final Mac address) {
        return new StationBuilder().setStation(new UnicastMac(address.toString()));
    }

    private static WtpBuilder wtp() {
        return new WtpBuilder().setId(new WtpId(ONE.toString()));
    }

    @Test
    void absentLeavesHaveTheDefaultsOfTheModel() {
        assertEquals(new AirtimePolicy(Map.of(VAP, 256), Map.of(STATION, 256),
                Map.of(ONE, new AirtimeSettings(true, 5, 100))),
            AirtimePolicy.of(new AirtimeBuilder().setVap(BindingMap.of(vap().build()))
                .setStation(BindingMap.of(station(STATION).build())).setWtp(BindingMap.of(wtp().build())).build()));
        assertEquals(AirtimePolicy.NONE, AirtimePolicy.of(new AirtimeBuilder().build()));
    }

    @Test
    void theConfigurationIsRead() {
        assertEquals(new AirtimePolicy(Map.of(VAP, 512), Map.of(STATION, 16),
                Map.of(ONE, new AirtimeSettings(false, 20, 200))),
            AirtimePolicy.of(new AirtimeBuilder()
                .setVap(BindingMap.of(vap().setWeight(new AirtimeWeight(Uint16.valueOf(512))).build()))
                .setStation(BindingMap.of(station(STATION).setWeight(new AirtimeWeight(Uint16.valueOf(16))).build()))
                .setWtp(BindingMap.of(wtp().setScheduler(false).setTarget(Uint16.valueOf(20))
                    .setInterval(Uint16.valueOf(200)).build())).build()));
    }

    @Test
    void theModelHasTheRangesOfTheAgent() {
        for (final int outside : List.of(15, 4097)) {
            assertThrows(IllegalArgumentException.class, () -> new AirtimeWeight(Uint16.valueOf(outside)));
        }
        for (final int outside : List.of(0, 201)) {
            assertThrows(IllegalArgumentException.class, () -> wtp().setTarget(Uint16.valueOf(outside)));
        }
        for (final int outside : List.of(9, 1001)) {
            assertThrows(IllegalArgumentException.class, () -> wtp().setInterval(Uint16.valueOf(outside)));
        }
    }

    @Test
    void aStationMustNotHaveTheAddressOfAVap() {
        final AirtimeCheck check = new AirtimeCheck();
        final AirtimeBuilder both = new AirtimeBuilder().setVap(BindingMap.of(vap().build()))
            .setStation(BindingMap.of(station(VAP).build()));
        assertEquals(List.of("airtime: station " + VAP + " is a VAP: weight it in list vap"),
            check.violations(new CloudmacBuilder().setAirtime(both.build()).build()));
        both.setStation(BindingMap.of(station(STATION).build()));
        assertEquals(List.of(), check.violations(new CloudmacBuilder().setAirtime(both.build()).build()));
    }
}
