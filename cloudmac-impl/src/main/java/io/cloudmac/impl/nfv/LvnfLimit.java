// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Quota;
import org.opendaylight.yangtools.yang.common.Uint64;

/**
 * What an LVNF lets in, of all its ports together.
 *
 * @param packets packets a second; 0: no limit
 * @param octets octets a second; 0: no limit
 */
record LvnfLimit(long packets, long octets) {
    static final LvnfLimit NONE = new LvnfLimit(0, 0);

    /** The greatest rate that a node accepts. */
    private static final long MAX = 1_000_000_000_000L;

    /** Returns the limit of each LVNF of a tenant with this quota, which may be null. */
    static LvnfLimit of(final Quota quota) {
        return quota == null ? NONE : new LvnfLimit(rate(quota.getLvnfPackets()), rate(quota.getLvnfOctets()));
    }

    private static long rate(final Uint64 configured) {
        return configured == null ? 0 : configured.longValue();
    }

    /** Reads the limit of an LVNF as its node describes it. */
    static LvnfLimit read(final ObjectNode lvnf) throws ProtocolException {
        if (!lvnf.has("limit")) {
            return NONE;
        }
        final ObjectNode limit = Json.object(lvnf, "limit");
        return new LvnfLimit(Json.integer(limit, "packets", 0, MAX), Json.integer(limit, "octets", 0, MAX));
    }

    /** Adds it to the parameters of an order. */
    void write(final ObjectNode params) {
        params.put("packets", packets);
        params.put("octets", octets);
    }
}
