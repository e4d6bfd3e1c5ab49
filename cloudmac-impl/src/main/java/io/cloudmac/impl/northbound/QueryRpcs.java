// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.discovery.WtpDiscovery;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.mobility.MobilityStatus;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.steering.SteeringLog;
import java.util.function.Supplier;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryDecisions;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryStations;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryWtps;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The RPCs query-stations, query-wtps and query-decisions. They run on the client's thread, not on the event loop. */
@Component(service = {})
public final class QueryRpcs {
    private final Registration registration;

    /** Registers the RPCs. */
    @Activate
    public QueryRpcs(@Reference final RpcProviderService rpcs, @Reference final AssignmentSource assignments,
            @Reference final LearnedStore learned, @Reference final Activity activity,
            @Reference final MobilityStatus mobility, @Reference final WtpDiscovery discovery,
            @Reference final AdmittedWtps admission, @Reference final SteeringLog log) {
        final StationQuery stations = new StationQuery(assignments, learned, activity, mobility);
        final WtpQuery wtps = new WtpQuery(discovery, admission, assignments, learned);
        final DecisionQuery decisions = new DecisionQuery(log, learned);
        registration = rpcs.registerRpcImplementations(
            (QueryStations) input -> answer(() -> stations.read(input)),
            (QueryWtps) input -> answer(() -> wtps.read(input)),
            (QueryDecisions) input -> answer(() -> decisions.read(input)));
    }

    @Deactivate
    void close() {
        registration.close();
    }

    /** Answers with a page, or with the reason why the input is wrong. */
    static <T> ListenableFuture<RpcResult<T>> answer(final Supplier<T> page) {
        try {
            return RpcResultBuilder.success(page.get()).buildFuture();
        } catch (final IllegalArgumentException e) {
            return ConfigurationWriter.refusal(ErrorTag.INVALID_VALUE, e);
        }
    }
}
