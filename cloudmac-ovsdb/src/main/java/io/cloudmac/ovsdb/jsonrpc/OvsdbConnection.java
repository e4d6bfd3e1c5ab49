// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.ovsdb.db.DbSchema;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.plan.Operation;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A switch that is connected and whose tables are being monitored. Safe for use by many threads. */
public interface OvsdbConnection {
    /** The switch's end. */
    InetSocketAddress remote();

    /** Our end. */
    InetSocketAddress local();

    /** Whether we made the connection rather than the switch. */
    default boolean outgoing() {
        return false;
    }

    /** Whether it is protected by TLS. */
    default boolean secure() {
        return false;
    }

    /** The part of the switch's schema that is monitored. */
    DbSchema schema();

    /** What the switch has, as last reported. */
    Snapshot snapshot();

    /** The switch's own identifier of the state in {@link #snapshot}, or null if it gives none. */
    String lastTransaction();

    /**
     * Has the operations done as one transaction. Whatever it changes is in {@link #snapshot} before the
     * stage completes.
     *
     * @return the "result" array; fails with {@link OvsdbException} if the switch refuses the request as
     *     such, does not answer in time, or the connection ends: then the fate of the transaction is unknown
     */
    CompletionStage<JsonNode> transact(List<Operation> operations);

    /** Ends the connection. */
    void close(String reason);
}
