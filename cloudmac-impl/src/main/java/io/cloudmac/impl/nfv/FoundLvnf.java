// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;

/**
 * An LVNF as its node describes it.
 *
 * @param name its name at the node
 * @param image its image's name at the node
 * @param mode what it does with frames; empty: something that no configuration asks for
 * @param ports its ports
 * @param limit what it lets in
 */
record FoundLvnf(String name, String image, Optional<LvnfMode> mode, List<FoundPort> ports, LvnfLimit limit) {
    /**
     * A port of an LVNF.
     *
     * @param port number from 0
     * @param interfaceName the interface at the switch
     * @param openFlowPort its OpenFlow number; empty without a bridge
     */
    record FoundPort(int port, String interfaceName, OptionalLong openFlowPort) {
        static FoundPort read(final ObjectNode object) throws ProtocolException {
            return new FoundPort((int) Json.integer(object, "port", 0, 255), Json.shortText(object, "interface"),
                object.has("ofport") ? OptionalLong.of(Json.integer(object, "ofport", 0, 0xffff_ffffL))
                    : OptionalLong.empty());
        }
    }

    FoundLvnf {
        ports = List.copyOf(ports);
    }

    static FoundLvnf read(final ObjectNode object) throws ProtocolException {
        return new FoundLvnf(Json.shortText(object, "lvnf"), Json.shortText(object, "image"),
            Optional.ofNullable(LvnfMode.forName(Json.string(object, "mode"))),
            Json.list(object, "ports", FoundPort::read), LvnfLimit.read(object));
    }

    /** Returns true if only a new LVNF can be what is wanted. */
    boolean isOtherThan(final WantedLvnf wanted) {
        return !image.equals(wanted.image().atNode()) || ports.size() != wanted.ports();
    }

    /** Returns true if it is what is wanted. */
    boolean is(final WantedLvnf wanted) {
        return !isOtherThan(wanted) && mode.equals(Optional.of(wanted.mode())) && limit.equals(wanted.limit());
    }
}
