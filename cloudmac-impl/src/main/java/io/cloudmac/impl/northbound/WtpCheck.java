// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.config.KnownWtps;
import io.cloudmac.impl.wire.Mac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.WtpKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;

/** Checks that the WTPs exist that the input of an RPC names. */
final class WtpCheck {
    private final ConfigurationSource configuration;
    private final KnownWtps known;

    WtpCheck(final ConfigurationSource configuration, final KnownWtps known) {
        this.configuration = configuration;
        this.known = known;
    }

    /**
     * Returns the address of a WTP.
     *
     * @throws IllegalArgumentException if it is neither configured nor was ever admitted
     */
    Mac existing(final WtpId id) {
        final Mac wtp = Mac.parse(id.getValue());
        if (!known.knownWtps().contains(wtp)
                && !configuration.configuration().nonnullWtps().nonnullWtp().containsKey(new WtpKey(id))) {
            throw new IllegalArgumentException("unknown WTP " + id.getValue()
                + ": it is not configured and was never admitted");
        }
        return wtp;
    }
}
