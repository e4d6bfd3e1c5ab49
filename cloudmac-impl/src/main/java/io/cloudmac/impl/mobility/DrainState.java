// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Drains;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.DrainsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.drains.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.drains.wtp.StationBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint32;

/** The encoding of draining WTPs in {@code cloudmac-state}. */
final class DrainState {
    private DrainState() {
    }

    static Drains of(final Map<Mac, Map<Client, String>> draining) {
        return new DrainsBuilder().setWtp(draining.entrySet().stream().map(entry -> new WtpBuilder()
            .setId(StateCodec.wtp(entry.getKey()))
            .setStationsLeft(Uint32.valueOf(entry.getValue().size()))
            .setStation(entry.getValue().entrySet().stream().map(left -> new StationBuilder()
                .setBssid(StateCodec.bssid(left.getKey().stack()))
                .setStation(StateCodec.station(left.getKey().station()))
                .setProblem(left.getValue())
                .build()).collect(BindingMap.toMap()))
            .build()).collect(BindingMap.toMap())).build();
    }
}
