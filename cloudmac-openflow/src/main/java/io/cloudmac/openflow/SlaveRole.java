// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.function.BooleanSupplier;
import org.opendaylight.openflowjava.protocol.api.connection.ConnectionAdapter;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.common.types.rev130731.ControllerRole;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.RoleRequestInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.RoleRequestOutput;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a switch to treat a connection as one of a slave, and so to send no packets on it (OpenFlow 1.3.1, 6.3.4). If
 * the switch refuses, the packets are ignored. OpenFlowPlugin becomes master after its handshake.
 */
final class SlaveRole {
    private static final Logger LOG = LoggerFactory.getLogger(SlaveRole.class);
    /** The first version of OpenFlow that this class asks for roles: 1.3. */
    private static final Uint8 LEAST_VERSION = Uint8.valueOf(4);
    private static final Uint32 QUERY = Uint32.valueOf(0x434d_0001L);
    private static final Uint32 REQUEST = Uint32.valueOf(0x434d_0002L);
    /** The generation of a switch that no controller has given one. */
    private static final Uint64 UNDEFINED = Uint64.MAX_VALUE;

    private SlaveRole() {
    }

    /**
     * Requests the role, with the present generation, so that no master is older.
     *
     * @param stillWaits returns false once the controller becomes master: a late request would undo that
     */
    static void request(final ConnectionAdapter connection, final Uint8 version, final BooleanSupplier stillWaits) {
        if (version == null || version.compareTo(LEAST_VERSION) < 0) {
            return;
        }
        final var answer = Futures.transformAsync(
            role(connection, version, QUERY, ControllerRole.OFPCRROLENOCHANGE, Uint64.ZERO),
            reply -> stillWaits.getAsBoolean()
                ? role(connection, version, REQUEST, ControllerRole.OFPCRROLESLAVE, generation(reply))
                : Futures.immediateFuture(reply),
            MoreExecutors.directExecutor());
        Futures.addCallback(answer, new FutureCallback<RpcResult<RoleRequestOutput>>() {
            @Override
            public void onSuccess(final RpcResult<RoleRequestOutput> reply) {
                LOG.debug("The switch answers the request to be its slave: {}", reply);
            }

            @Override
            public void onFailure(final Throwable cause) {
                LOG.debug("The switch does not accept a slave", cause);
            }
        }, MoreExecutors.directExecutor());
    }

    private static ListenableFuture<RpcResult<RoleRequestOutput>> role(final ConnectionAdapter connection,
            final Uint8 version, final Uint32 xid, final ControllerRole role, final Uint64 generation) {
        return connection.roleRequest(new RoleRequestInputBuilder().setVersion(version).setXid(xid).setRole(role)
            .setGenerationId(generation).build());
    }

    private static Uint64 generation(final RpcResult<RoleRequestOutput> reply) {
        final Uint64 present = reply.isSuccessful() ? reply.getResult().getGenerationId() : null;
        return present == null || present.equals(UNDEFINED) ? Uint64.ZERO : present;
    }
}
