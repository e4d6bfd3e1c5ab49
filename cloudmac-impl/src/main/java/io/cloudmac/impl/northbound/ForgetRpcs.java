// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetVap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetVapInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetVapOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetVapOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetWtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetWtpInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetWtpOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetWtpOutputBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The RPCs forget-wtp and forget-vap. */
@Component(service = {})
public final class ForgetRpcs {
    /** A VAP whose beacons were counted within this time is not gone: it would be learned again at once. */
    static final Duration PRESENT = Duration.ofSeconds(30);

    private final LearnedStore learned;
    private final AdmittedWtps admission;
    private final Activity activity;
    private final Supplier<Instant> clock;
    private final Registration registration;

    /** Registers the RPCs. */
    @Activate
    public ForgetRpcs(@Reference final RpcProviderService rpcs, @Reference final LearnedStore learned,
            @Reference final AdmittedWtps admission, @Reference final Activity activity) {
        this(rpcs, learned, admission, activity, Instant::now);
    }

    ForgetRpcs(final RpcProviderService rpcs, final LearnedStore learned, final AdmittedWtps admission,
            final Activity activity, final Supplier<Instant> clock) {
        this.learned = learned;
        this.admission = admission;
        this.activity = activity;
        this.clock = clock;
        registration = rpcs.registerRpcImplementations((ForgetWtp) this::forgetWtp, (ForgetVap) this::forgetVap);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    ListenableFuture<RpcResult<ForgetWtpOutput>> forgetWtp(final ForgetWtpInput input) {
        return answer(() -> {
            final Mac wtp = Mac.parse(input.requireWtp().getValue());
            final Learned now = learned.learned();
            if (!now.wtps().containsKey(wtp)) {
                throw new IllegalArgumentException("unknown WTP " + wtp + ": the controller has not learned it");
            }
            if (admission.isAdmitted(wtp)) {
                throw new IllegalArgumentException("WTP " + wtp + " has a session with the controller:"
                    + " stop its agent first, or it is learned again at once");
            }
            return new Removal<>(learned.removeWtp(wtp), new ForgetWtpOutputBuilder()
                .setStations(Uint32.valueOf(now.stationsOf(wtp).size() + now.virtualStationsOf(wtp).size())).build());
        });
    }

    ListenableFuture<RpcResult<ForgetVapOutput>> forgetVap(final ForgetVapInput input) {
        return answer(() -> {
            final Mac bssid = Mac.parse(input.requireBssid().getValue());
            final Learned now = learned.learned();
            if (!now.vaps().containsKey(bssid)) {
                throw new IllegalArgumentException("unknown VAP " + bssid + ": the controller has not learned it");
            }
            if (activity.vapLastSeen(bssid).filter(seen -> seen.plus(PRESENT).isAfter(clock.get())).isPresent()) {
                throw new IllegalArgumentException("VAP " + bssid + " has sent beacons in the last "
                    + PRESENT.toSeconds() + " s: stop its hostapd first, or it is learned again at once");
            }
            final long stations = now.stations().keySet().stream().filter(key -> key.bssid().equals(bssid)).count();
            return new Removal<>(learned.removeVap(bssid),
                new ForgetVapOutputBuilder().setStations(Uint32.valueOf(stations)).build());
        });
    }

    /** A removal that has begun, and the answer for its end. */
    private record Removal<T>(CompletionStage<Void> stored, T output) {
    }

    private static <T> ListenableFuture<RpcResult<T>> answer(final Supplier<Removal<T>> begin) {
        final Removal<T> removal;
        try {
            removal = begin.get();
        } catch (final IllegalArgumentException e) {
            return ConfigurationWriter.refusal(ErrorTag.INVALID_VALUE, e);
        } catch (final NoSuchElementException e) {
            return ConfigurationWriter.refusal(ErrorTag.MISSING_ELEMENT, e);
        }
        final SettableFuture<RpcResult<T>> result = SettableFuture.create();
        removal.stored().whenComplete((done, failure) -> result.set(failure == null
            ? RpcResultBuilder.success(removal.output()).build()
            : RpcResultBuilder.<T>failed().withError(ErrorType.APPLICATION, ErrorTag.OPERATION_FAILED,
                "the datastore has refused the removal: " + failure.getMessage()).build()));
        return result;
    }
}
