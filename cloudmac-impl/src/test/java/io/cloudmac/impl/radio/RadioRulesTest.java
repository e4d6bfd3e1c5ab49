// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.radio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.radio.RadioRules.Setting;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.RadioBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationPriorityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapPriorityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Power;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.RadioRate;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UserPriority;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Which rule applies to a frame. */
class RadioRulesTest {
    private static final Bssid BSSID = new Bssid("02:00:00:00:12:34");
    private static final UnicastMac STATION = new UnicastMac("02:5a:00:00:00:01");
    private static final UserPriority VIDEO = new UserPriority(Uint8.valueOf(5));
    private static final UserPriority VOICE = new UserPriority(Uint8.valueOf(6));
    private static final StationKey ONE = key("02:5a:00:00:00:01");
    private static final StationKey OTHER = key("02:5a:00:00:00:02");

    private static StationKey key(final String station) {
        return new StationKey(Mac.parse(BSSID.getValue()), Mac.parse(station));
    }

    private static Power power(final int dbm) {
        return new Power((byte) dbm);
    }

    private static Optional<Setting> onlyPower(final int dbm) {
        return Optional.of(new Setting(0, dbm));
    }

    @Test
    void theMostSpecificRuleApplies() {
        final var rules = RadioRules.of(new RadioBuilder()
            .setVap(BindingMap.of(new VapBuilder().setBssid(BSSID).setPower(power(1)).build()))
            .setVapPriority(BindingMap.of(
                new VapPriorityBuilder().setBssid(BSSID).setUserPriority(VIDEO).setPower(power(2)).build(),
                new VapPriorityBuilder().setBssid(BSSID).setUserPriority(VOICE).setPower(power(3)).build()))
            .setStation(BindingMap.of(
                new StationBuilder().setBssid(BSSID).setStation(STATION).setPower(power(4)).build()))
            .setStationPriority(BindingMap.of(new StationPriorityBuilder().setBssid(BSSID).setStation(STATION)
                .setUserPriority(VIDEO).setPower(power(5)).build()))
            .build());
        assertEquals(onlyPower(5), rules.of(ONE, 5));
        assertEquals(onlyPower(4), rules.of(ONE, 6), "the station's rule precedes its VAP's of the user priority");
        assertEquals(onlyPower(4), rules.of(ONE, 0));
        assertEquals(onlyPower(2), rules.of(OTHER, 5));
        assertEquals(onlyPower(3), rules.of(OTHER, 6));
        assertEquals(onlyPower(1), rules.of(OTHER, 0));
    }

    @Test
    void aRuleOfAUserPriorityNeedsNoGeneralOne() {
        final var rules = RadioRules.of(new RadioBuilder().setStationPriority(BindingMap.of(
            new StationPriorityBuilder().setBssid(BSSID).setStation(STATION).setUserPriority(VIDEO)
                .setRate(new RadioRate(Uint32.valueOf(12000))).build())).build());
        assertEquals(Optional.of(new Setting(24, RadioTag.LEVEL_UNKNOWN)), rules.of(ONE, 5));
        assertEquals(Optional.empty(), rules.of(ONE, 0));
        assertEquals(Optional.empty(), rules.of(OTHER, 5));
    }
}
