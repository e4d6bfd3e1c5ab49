// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;

/**
 * Who is to be served where.
 *
 * @param wtps where the WTPs hang that may serve
 * @param vaps the VAPs, served or not
 * @param stations the stations that are bound
 * @param draining WTPs that are to serve nobody soon
 */
public record Assignment(Map<Mac, PortId> wtps, Map<Mac, Vap> vaps, Map<StationKey, Service> stations,
        Set<Mac> draining) {
    /** Who decided where a station is served. */
    public enum Origin {
        /** The controller. */
        AUTOMATIC,
        /** The configuration. */
        OPERATOR
    }

    public static final Assignment NOTHING = new Assignment(Map.of(), Map.of(), Map.of());

    /**
     * A VAP.
     *
     * @param port where it hangs
     * @param frequency of its channel in MHz; 0: not known
     * @param wtps that radiate it, keys of {@link Assignment#wtps}
     */
    public record Vap(PortId port, int frequency, Set<Mac> wtps) {
        public Vap {
            wtps = Set.copyOf(wtps);
        }
    }

    /**
     * How a station is served.
     *
     * @param downlink the WTP that radiates to it
     * @param uplinks the WTPs whose copies of its frames are let through: that
     *     one, and during a handover a second
     * @param origin who decided
     * @param frequencies the channels of those WTPs, MHz, as long as the VAP switches from one to the other; empty:
     *     all are on the VAP's
     */
    public record Service(Mac downlink, Set<Mac> uplinks, Origin origin, Map<Mac, Integer> frequencies) {
        public Service {
            uplinks = Set.copyOf(uplinks);
            frequencies = Map.copyOf(frequencies);
        }

        /** Served on the VAP's channel. */
        public Service(final Mac downlink, final Set<Mac> uplinks, final Origin origin) {
            this(downlink, uplinks, origin, Map.of());
        }

        /** Served by one WTP both ways. */
        public static Service by(final Mac wtp, final Origin origin) {
            return new Service(wtp, Set.of(wtp), origin);
        }
    }

    public Assignment {
        wtps = Map.copyOf(wtps);
        vaps = Map.copyOf(vaps);
        stations = Map.copyOf(stations);
        draining = Set.copyOf(draining);
    }

    /** No WTP is draining. */
    public Assignment(final Map<Mac, PortId> wtps, final Map<Mac, Vap> vaps,
            final Map<StationKey, Service> stations) {
        this(wtps, vaps, stations, Set.of());
    }
}
