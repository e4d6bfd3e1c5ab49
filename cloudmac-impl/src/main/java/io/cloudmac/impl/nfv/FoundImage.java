// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.Handler.Access;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.Handler.Type;

/**
 * An image as its node describes it.
 *
 * @param name its name at the node
 * @param handlers what it declares; empty if the node has not said it
 */
record FoundImage(String name, List<FoundHandler> handlers) {
    /**
     * A handler that an image declares.
     *
     * @param name its name
     * @param access what can be done with it, as far as this controller knows the word
     * @param type kind of its map; empty: a word that this controller does not know
     * @param entries greatest number of entries
     */
    record FoundHandler(String name, Set<Access> access, Optional<Type> type, long entries) {
        FoundHandler {
            access = Set.copyOf(access);
        }

        static FoundHandler read(final ObjectNode object) throws ProtocolException {
            final Set<Access> access = new HashSet<>();
            for (final String each : Json.strings(object, "access")) {
                Optional.ofNullable(Access.forName(each)).ifPresent(access::add);
            }
            return new FoundHandler(Json.shortText(object, "handler"), access,
                Optional.ofNullable(Type.forName(Json.string(object, "type"))),
                Json.integer(object, "entries", 0, 0xffff_ffffL));
        }
    }

    FoundImage {
        handlers = List.copyOf(handlers);
    }

    /** Reads an image of a list, or the answer to the last part of an upload. */
    static FoundImage read(final ObjectNode object) throws ProtocolException {
        return new FoundImage(Json.shortText(object, "image"),
            object.has("handlers") ? Json.list(object, "handlers", FoundHandler::read) : List.of());
    }
}
