// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.flow.FlowProgram.MeterCount;
import io.cloudmac.impl.flow.model.Meter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Counter64;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.BandId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.statistics.MeterBandStatsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.statistics.meter.band.stats.BandStatBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.statistics.meter.band.stats.BandStatKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.statistics.reply.MeterStats;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.statistics.reply.MeterStatsBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** The numbers of the meters, and the sums of their counters. */
class MeterTest {
    private static final String NODE = "openflow:1";

    @Test
    void meterNumbersOfKindsDoNotOverlap() {
        for (final Meter meter : Meter.values()) {
            assertEquals(Optional.of(meter), Meter.of(meter.number()));
            assertEquals(Optional.of(meter), Meter.of(meter.number(0xffff)));
        }
        assertEquals(Optional.empty(), Meter.of(4918));
        assertEquals(Optional.empty(), Meter.of(6972 + 1024));
    }

    @Test
    void theVapsOfAHostHaveSeparateMeters() {
        assertEquals(64, IntStream.range(0xffe0, 0xffe0 + 64)
            .map(id -> Meter.KNOWN_BEACONS.number(id & 0xffff)).distinct().count());
    }

    @Test
    void countsOfOneKindAreAdded() {
        final List<MeterCount> sums = MeterReader.sums(NODE, List.of(stats(4921, 10, 3), stats(4923, 100, 90),
            stats(5000, 50, 45), stats(7, 1000, 0)));
        assertEquals(Set.of(new MeterCount(NODE, Meter.FIRST_CONTACT, 7, 3),
            new MeterCount(NODE, Meter.KNOWN_BEACONS, 15, 135)), Set.copyOf(sums));
    }

    private static MeterStats stats(final long number, final long frames, final long dropped) {
        return new MeterStatsBuilder()
            .setMeterId(new MeterId(Uint32.valueOf(number)))
            .setPacketInCount(new Counter64(Uint64.valueOf(frames)))
            .setMeterBandStats(new MeterBandStatsBuilder()
                .setBandStat(BindingMap.of(new BandStatBuilder()
                    .withKey(new BandStatKey(new BandId(Uint32.ZERO)))
                    .setPacketBandCount(new Counter64(Uint64.valueOf(dropped)))
                    .build()))
                .build())
            .build();
    }
}
