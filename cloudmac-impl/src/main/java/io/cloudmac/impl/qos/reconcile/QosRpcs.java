// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import com.google.common.collect.ClassToInstanceMap;
import com.google.common.collect.ImmutableClassToInstanceMap;
import com.google.common.collect.ImmutableMap;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.access.caller.RequestUser;
import io.cloudmac.impl.changes.ChangeWriter;
import io.cloudmac.impl.changes.ChangeWriter.RequestedChange;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.qos.PolicyBook;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.Preview;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ApplyQos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ApplyQosInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ApplyQosOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ApplyQosOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ClearQos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ClearQosInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ClearQosOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ClearQosOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.apply.qos.output.PortBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Qos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.PolicyBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.PolicyKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.Rpc;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;

/** The RPCs apply-qos and clear-qos. */
final class QosRpcs {
    /** The state of the ports of a policy, for callers that wait for it. */
    interface QosControl {
        /**
         * Waits until every port of a policy is active or failed under the current configuration.
         *
         * @param policy the name of the policy
         * @param timeout the maximum wait
         * @return the states at that time, or at the end of {@code timeout}
         */
        CompletionStage<List<PortState>> awaitSettled(String policy, Duration timeout);
    }

    private static final String DEFAULT_POLICY = "default";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ChangeWriter writer;
    private final QosControl control;
    private final LinkWait links;
    private final EventLoop loop;

    QosRpcs(final ChangeWriter writer, final QosControl control, final LinkWait links, final EventLoop loop) {
        this.writer = writer;
        this.control = control;
        this.links = links;
        this.loop = loop;
    }

    /** Returns the implementations by their interface. */
    ClassToInstanceMap<Rpc<?, ?>> implementations() {
        return ImmutableClassToInstanceMap.<Rpc<?, ?>>builder()
            .put(ApplyQos.class, this::apply).put(ClearQos.class, this::clear).build();
    }

    private ListenableFuture<RpcResult<ApplyQosOutput>> apply(final ApplyQosInput input) {
        if (input.getType() == null) {
            return RpcResultBuilder.<ApplyQosOutput>failed().withError(ErrorType.APPLICATION,
                ErrorTag.MISSING_ELEMENT, "the type of the policy is missing").buildFuture();
        }
        // Known only on the thread of the request, which does not wait for links.
        final String user = RequestUser.current().orElse(null);
        final String name = name(input.getPolicy());
        // QosCheck checks the policy when it is committed.
        final PolicyBuilder policy = new PolicyBuilder();
        policy.fieldsFrom(input);
        policy.setName(name);
        final SettableFuture<RpcResult<ApplyQosOutput>> result = SettableFuture.create();
        // One limit for both waits.
        final long deadlineNanos = loop.nanoTime() + TIMEOUT.toNanos();
        (needsLinks(policy.build()) ? links.await(TIMEOUT) : CompletableFuture.<Void>completedFuture(null))
            .whenComplete((known, failure) -> {
                if (failure == null) {
                    // Also passes an exception of store() to the caller.
                    final RequestedChange change = new RequestedChange("apply-qos", input.getDryRun(), user, tx ->
                        tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, path(name), policy.build()));
                    result.setFuture(Futures.submitAsync(() -> store(change, name, deadlineNanos),
                        MoreExecutors.directExecutor()));
                } else {
                    result.setException(failure);
                }
            });
        return result;
    }

    /** Returns true if the policy applies to all links, and may have a rate to check against their speed. */
    private static boolean needsLinks(final Policy policy) {
        final boolean isWithoutRate = policy.getLinkRate() == null
            && (policy.getType() == QosType.None || policy.getType() == QosType.Fifo);
        return !isWithoutRate && PolicyBook.ports(policy).isEmpty();
    }

    private ListenableFuture<RpcResult<ApplyQosOutput>> store(final RequestedChange change, final String name,
            final long deadlineNanos) {
        final var written = writer.write(change, Function.identity());
        return Futures.transformAsync(written, result -> !result.isSuccessful()
            ? RpcResultBuilder.<ApplyQosOutput>failed().withRpcErrors(result.getErrors()).buildFuture()
            : Boolean.TRUE.equals(change.dryRun())
                ? RpcResultBuilder.success(new ApplyQosOutputBuilder(result.getResult()).build()).buildFuture()
                : awaitSettled(name, result.getResult(), deadlineNanos), MoreExecutors.directExecutor());
    }

    private ListenableFuture<RpcResult<ClearQosOutput>> clear(final ClearQosInput input) {
        final String name = name(input.getPolicy());
        final var written = writer.write(new RequestedChange("clear-qos", input.getDryRun(), tx ->
            tx.delete(LogicalDatastoreType.CONFIGURATION, path(name))),
            done -> new ClearQosOutputBuilder(done).build());
        return Futures.transform(written, result -> result.isSuccessful() && result.getResult().nonnullEdit().isEmpty()
            ? RpcResultBuilder.<ClearQosOutput>failed().withError(ErrorType.APPLICATION,
                ErrorTag.INVALID_VALUE, "there is no QoS policy " + name).build() : result,
            MoreExecutors.directExecutor());
    }

    private ListenableFuture<RpcResult<ApplyQosOutput>> awaitSettled(final String policy, final Preview done,
            final long deadlineNanos) {
        final SettableFuture<RpcResult<ApplyQosOutput>> result = SettableFuture.create();
        final Duration remaining = Duration.ofNanos(Math.max(0, deadlineNanos - loop.nanoTime()));
        control.awaitSettled(policy, remaining).whenComplete((states, thrown) -> {
            if (thrown == null) {
                result.set(RpcResultBuilder.success(output(done, states)).build());
            } else {
                result.setException(thrown);
            }
        });
        return result;
    }

    private static ApplyQosOutput output(final Preview done, final List<PortState> states) {
        return new ApplyQosOutputBuilder(done).setPort(states.stream().map(state -> new PortBuilder()
            .setPort(new SwitchPort(state.port())).setState(QosStateWriter.state(state.progress()))
            .setError(state.text().isEmpty() ? null : state.text()).build())
            .collect(ImmutableMap.toImmutableMap(port -> port.key(), port -> port))).build();
    }

    private static String name(final String given) {
        return given == null ? DEFAULT_POLICY : given;
    }

    private static InstanceIdentifier<Policy> path(final String name) {
        return InstanceIdentifier.create(Cloudmac.class).child(Qos.class).child(Policy.class, new PolicyKey(name));
    }
}
