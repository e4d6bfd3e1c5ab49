// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Signal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Timestamp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;

/** Conversion of values to the types of the YANG models. */
public final class StateCodec {
    private StateCodec() {
    }

    /** Returns the BSSID of a VAP. */
    public static Bssid bssid(final Mac mac) {
        return new Bssid(mac.toString());
    }

    /** Returns the address of a station. */
    public static UnicastMac station(final Mac mac) {
        return new UnicastMac(mac.toString());
    }

    /** Returns the id of a WTP; null for null. */
    public static WtpId wtp(final Mac mac) {
        return mac == null ? null : new WtpId(mac.toString());
    }

    /** Returns null if the signal is unknown. */
    public static Signal signal(final int dbm) {
        return dbm == RadioTag.LEVEL_UNKNOWN ? null : new Signal((byte) dbm);
    }

    /** Returns a time with a resolution of one second, so that entries are not written at every change below that. */
    public static Timestamp time(final Instant instant) {
        return new Timestamp(instant.truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
