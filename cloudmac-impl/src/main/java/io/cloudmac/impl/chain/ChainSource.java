// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;

/** Where frames of a chain enter the network. */
public sealed interface ChainSource {
    /** Returns true if its frames are those between VAPs and WTPs. */
    boolean isRaw();

    /** A switch port. */
    record PortSource(PortId port) implements ChainSource {
        @Override
        public boolean isRaw() {
            return false;
        }

        @Override
        public String toString() {
            return port.toString();
        }
    }

    /** The LAN side of a VAP: the port of its host. */
    record LanSource(Mac vap) implements ChainSource {
        @Override
        public boolean isRaw() {
            return false;
        }

        @Override
        public String toString() {
            return "VAP " + vap;
        }
    }

    /**
     * Where a VAP sends frames to its stations: the port of its host.
     *
     * @param vap the VAP
     * @param station the station; null: any
     */
    record VapDownlink(Mac vap, Mac station) implements ChainSource {
        @Override
        public boolean isRaw() {
            return true;
        }

        @Override
        public String toString() {
            return "the downlink of " + (station == null ? "" : "station " + station + " of ") + "VAP " + vap;
        }
    }

    /** Where frames of a station come in: the ports of the WTPs that serve it. */
    record StationUplink(StationKey station) implements ChainSource {
        @Override
        public boolean isRaw() {
            return true;
        }

        @Override
        public String toString() {
            return "the uplink of station " + station.station() + " of VAP " + station.bssid();
        }
    }

    /** The port of a WTP. */
    record WtpSource(Mac wtp) implements ChainSource {
        @Override
        public boolean isRaw() {
            return true;
        }

        @Override
        public String toString() {
            return "WTP " + wtp;
        }
    }

    static ChainSource at(final PortId port) {
        return new PortSource(port);
    }

    static ChainSource of(final Mac vap) {
        return new LanSource(vap);
    }
}
