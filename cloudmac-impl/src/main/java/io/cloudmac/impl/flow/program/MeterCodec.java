// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.flow.model.Meter;
import java.util.List;
import java.util.Locale;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.MeterBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.MeterKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.BandId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterBandType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterFlags;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.band.type.band.type.Drop;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.band.type.band.type.DropBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.MeterBandHeadersBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.meter.band.headers.MeterBandHeaderBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.meter.band.headers.MeterBandHeaderKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.meter.band.headers.meter.band.header.MeterBandTypesBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Converts {@link Meter} to the models of the OpenFlow plugin. */
final class MeterCodec {
    private static final boolean BURST = true;
    private static final boolean PACKETS = true;

    private MeterCodec() {
    }

    static org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.Meter meter(
            final int number) {
        final Meter meter = Meter.of(number).orElseThrow();
        final Uint32 rate = Uint32.valueOf(meter.rate());
        return new MeterBuilder()
            .withKey(new MeterKey(new MeterId(Uint32.valueOf(number))))
            .setMeterName("cloudmac-" + meter.name().toLowerCase(Locale.ROOT))
            .setFlags(new MeterFlags(BURST, false, PACKETS, false))
            .setMeterBandHeaders(new MeterBandHeadersBuilder()
                .setMeterBandHeader(BindingMap.of(new MeterBandHeaderBuilder()
                    .withKey(new MeterBandHeaderKey(new BandId(Uint32.ZERO)))
                    .setMeterBandTypes(new MeterBandTypesBuilder()
                        .setFlags(new MeterBandType(true, false, false)).build())
                    .setBandRate(rate)
                    .setBandBurstSize(rate)
                    .setBandType(new DropBuilder().setDropRate(rate).setDropBurstSize(rate).build())
                    .build()))
                .build())
            .build();
    }

    /** Returns true if a configured meter is CloudMAC's. Others may have one of the numbers, but not the name. */
    static boolean isOurs(
            final org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.Meter configured) {
        final int number = configured.getMeterId().getValue().intValue();
        return Meter.of(number).isPresent() && meter(number).getMeterName().equals(configured.getMeterName());
    }

    /** Returns true if two meters limit alike: same flags but the one for counters, and same bands in order. */
    static boolean equals(final org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.Meter one,
            final org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.Meter other) {
        return flags(one).equals(flags(other)) && bands(one).equals(bands(other));
    }

    private static List<Boolean> flags(
            final org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.Meter meter) {
        final MeterFlags flags = meter.getFlags();
        return flags == null ? List.of()
            : List.of(Boolean.TRUE.equals(flags.getMeterBurst()), Boolean.TRUE.equals(flags.getMeterPktps()));
    }

    /** Returns rate and burst of each band; of one that does not drop, its whole text. */
    private static List<String> bands(
            final org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.Meter meter) {
        return meter.getMeterBandHeaders() == null ? List.of()
            : meter.getMeterBandHeaders().nonnullMeterBandHeader().values().stream()
                .map(band -> band.getBandType() instanceof Drop drop
                    ? drop.getDropRate() + " " + drop.getDropBurstSize() : String.valueOf(band.getBandType()))
                .toList();
    }
}
