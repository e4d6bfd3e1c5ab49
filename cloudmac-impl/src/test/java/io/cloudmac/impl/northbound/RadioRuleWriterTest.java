// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetRadioInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Radio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Power;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UserPriority;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint8;

/** What {@code set-radio} writes. */
class RadioRuleWriterTest extends AbstractConcurrentDataBrokerTest {
    private static final InstanceIdentifier<Radio> RADIO = InstanceIdentifier.create(Cloudmac.class)
        .child(Radio.class);
    private static final Bssid BSSID = new Bssid("02:c1:0d:00:a0:01");
    private static final UnicastMac STATION = new UnicastMac("02:5a:00:00:00:01");
    private static final UserPriority VIDEO = new UserPriority(Uint8.valueOf(5));

    RadioRuleWriterTest() {
        super(true);
    }

    @BeforeEach
    void start() throws Exception {
        setup();
    }

    private void set(final UnicastMac station, final UserPriority priority, final Integer dbm) throws Exception {
        final var tx = getDataBroker().newWriteOnlyTransaction();
        RadioRuleWriter.write(tx, RADIO, new SetRadioInputBuilder().setBssid(BSSID).setStation(station)
            .setUserPriority(priority).setPower(dbm == null ? null : new Power(dbm.byteValue())).build());
        tx.commit().get(10, TimeUnit.SECONDS);
    }

    /** Returns the powers of the rules of VAP, VAP and priority, station, station and priority; - if there is none. */
    private String powers() throws Exception {
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            final Optional<Radio> radio = tx.read(LogicalDatastoreType.CONFIGURATION, RADIO).get(10, TimeUnit.SECONDS);
            return radio.map(rules -> String.join(" ",
                power(rules.nonnullVap().values().stream().map(rule -> rule.getPower()).findFirst()),
                power(rules.nonnullVapPriority().values().stream().map(rule -> rule.getPower()).findFirst()),
                power(rules.nonnullStation().values().stream().map(rule -> rule.getPower()).findFirst()),
                power(rules.nonnullStationPriority().values().stream().map(rule -> rule.getPower()).findFirst())))
                .orElse("- - - -");
        }
    }

    private static String power(final Optional<Power> power) {
        return power.map(value -> value.getValue().toString()).orElse("-");
    }

    @Test
    void eachCallReplacesOneRule() throws Exception {
        set(null, null, 1);
        set(null, VIDEO, 2);
        set(STATION, null, 3);
        set(STATION, VIDEO, 4);
        assertEquals("1 2 3 4", powers());
        set(STATION, null, 5);
        set(null, VIDEO, null);
        assertEquals("1 - 5 4", powers());
    }

    @Test
    void withoutValuesTheRuleIsRemoved() throws Exception {
        set(STATION, VIDEO, 4);
        set(STATION, VIDEO, null);
        set(STATION, null, null);
        assertEquals("- - - -", powers());
    }
}
