// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.ovsdb.db.DbSchema;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.plan.Operation;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A connected switch whose tables are monitored. Thread-safe. */
public interface OvsdbConnection {
    /** Returns the address of the switch. */
    InetSocketAddress remote();

    /** Returns the address of this controller. */
    InetSocketAddress local();

    /** Returns true if this controller opened the connection. */
    default boolean outgoing() {
        return false;
    }

    /** Returns true if TLS protects the connection. */
    default boolean secure() {
        return false;
    }

    /** Returns the monitored part of the switch's schema. */
    DbSchema schema();

    /** Returns the contents of the switch as last reported. */
    Snapshot snapshot();

    /** Returns the switch's identifier of the state in {@link #snapshot}, or null if it sends none. */
    String lastTransaction();

    /**
     * Executes the operations as one transaction. {@link #snapshot} has all its changes before the stage
     * completes.
     *
     * @return the "result" array; fails with {@link OvsdbException} if the switch rejects the request, does
     *     not answer in time, or the connection ends: then the outcome of the transaction is unknown
     */
    CompletionStage<JsonNode> transact(List<Operation> operations);

    /**
     * Asks the switch for a sign of life. Closes the connection if the switch does not answer in time.
     *
     * @return completes with the answer; fails if the connection ends first
     */
    CompletionStage<?> probe();

    /** Returns the certificate of the switch, or empty without TLS. */
    default Optional<Certificate> certificate() {
        return Optional.empty();
    }

    /** Closes the connection. */
    void close(String reason);
}
