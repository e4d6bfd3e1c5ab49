// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.access.caller.RequestUser;
import io.cloudmac.impl.changes.ChangeWriter;
import io.cloudmac.impl.changes.ChangeWriter.RequestedChange;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.config.KnownVaps;
import io.cloudmac.impl.config.KnownVirtualStations;
import io.cloudmac.impl.config.KnownWtps;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Bind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOver;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStationInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStationOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStationOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetRadio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetRadioInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetRadioOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetRadioOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Unbind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Bindings;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Radio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VapKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** The RPCs bind, unbind and hand-over, each also for virtual stations, and set-radio. */
@Component(service = {})
public final class BindingRpcs {
    private static final InstanceIdentifier<Bindings> BINDINGS =
        InstanceIdentifier.create(Cloudmac.class).child(Bindings.class);
    private static final InstanceIdentifier<Radio> RADIO =
        InstanceIdentifier.create(Cloudmac.class).child(Radio.class);

    private final ChangeWriter writer;
    private final VapCheck vaps;
    private final LearnedStore learned;
    private final HandoverRpc handover;
    private final Registration registration;

    /** Registers the RPCs. */
    @Activate
    public BindingRpcs(@Reference final DataBroker broker, @Reference final RpcProviderService rpcs,
            @Reference final LearnedStore learned, @Reference final Handover handover,
            @Reference final ConfigurationSource configuration, @Reference final KnownWtps known,
            @Reference final KnownVaps knownVaps, @Reference final ChangeWriter writer) {
        this.writer = writer;
        vaps = new VapCheck(broker, configuration, knownVaps);
        this.learned = learned;
        this.handover = new HandoverRpc(handover, new WtpCheck(configuration, known));
        registration = rpcs.registerRpcImplementations((Bind) this::bind, (Unbind) this::unbind,
            (HandOver) this::handOver, (SetRadio) this::setRadio,
            (BindVirtualStation) this::bindVirtualStation, (UnbindVirtualStation) this::unbindVirtualStation,
            (HandOverVirtualStation) this::handOverVirtualStation);
    }

    /** Adds a source of virtual stations; the owner of the application has one more. */
    @Reference(cardinality = ReferenceCardinality.AT_LEAST_ONE, policy = ReferencePolicy.DYNAMIC)
    void addSource(final KnownVirtualStations source) {
        vaps.add(source);
    }

    void removeSource(final KnownVirtualStations source) {
        vaps.remove(source);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    ListenableFuture<RpcResult<BindOutput>> bind(final BindInput input) {
        return writer.write(new RequestedChange("bind", input.getDryRun(), tx -> {
            final Bssid bssid = input.requireBssid();
            final Set<WtpId> wtps = input.requireWtp();
            if (input.getStation() == null) {
                tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION,
                    BINDINGS.child(Vap.class, new VapKey(bssid)),
                    new VapBuilder().setBssid(bssid).setWtp(wtps).build());
            } else if (wtps.size() == 1) {
                putBinding(tx, bssid, input.getStation(), wtps.iterator().next());
            } else {
                throw new IllegalArgumentException("a station is bound to one WTP, not to " + wtps.size());
            }
        }), done -> new BindOutputBuilder(done).build());
    }

    ListenableFuture<RpcResult<UnbindOutput>> unbind(final UnbindInput input) {
        final String user = RequestUser.current().orElse(null);
        return vaps.ifKnown(input.getBssid(), () -> unbindKnown(input, user));
    }

    private ListenableFuture<RpcResult<UnbindOutput>> unbindKnown(final UnbindInput input,
            final String user) {
        final var written = writer.write(new RequestedChange("unbind", input.getDryRun(), user, tx -> {
            final Bssid bssid = input.requireBssid();
            tx.delete(LogicalDatastoreType.CONFIGURATION, input.getStation() == null
                ? BINDINGS.child(Vap.class, new VapKey(bssid)) : bindingPath(bssid, input.getStation()));
        }), done -> new UnbindOutputBuilder(done).build());
        // A refused unbind must not remove the learned binding either.
        return Futures.transform(written, result -> {
            if (result.isSuccessful() && input.getStation() != null && !Boolean.TRUE.equals(input.getDryRun())) {
                learned.removeStations(Set.of(key(input.requireBssid(), input.getStation())));
            }
            return result;
        }, MoreExecutors.directExecutor());
    }

    ListenableFuture<RpcResult<SetRadioOutput>> setRadio(final SetRadioInput input) {
        final String user = RequestUser.current().orElse(null);
        return vaps.ifKnown(input.getBssid(), () ->
            writer.write(new RequestedChange("set-radio", input.getDryRun(), user,
                tx -> RadioRuleWriter.write(tx, RADIO, input)),
                done -> new SetRadioOutputBuilder(done).build()));
    }

    ListenableFuture<RpcResult<HandOverOutput>> handOver(final HandOverInput input) {
        return handover.call(() -> key(input.requireBssid(), input.requireStation()), input::requireWtp,
            (from, duration) -> new HandOverOutputBuilder().setFrom(from).setDuration(duration).build());
    }

    private ListenableFuture<RpcResult<BindVirtualStationOutput>> bindVirtualStation(
            final BindVirtualStationInput input) {
        return writer.write(new RequestedChange("bind-virtual-station", input.getDryRun(),
            tx -> putBinding(tx, input.requireStation(), input.requireWtp())),
            done -> new BindVirtualStationOutputBuilder(done).build());
    }

    private ListenableFuture<RpcResult<UnbindVirtualStationOutput>> unbindVirtualStation(
            final UnbindVirtualStationInput input) {
        return writer.write(new RequestedChange("unbind-virtual-station", input.getDryRun(),
            tx -> tx.delete(LogicalDatastoreType.CONFIGURATION, bindingPath(input.requireStation()))),
            done -> new UnbindVirtualStationOutputBuilder(done).build());
    }

    private ListenableFuture<RpcResult<HandOverVirtualStationOutput>> handOverVirtualStation(
            final HandOverVirtualStationInput input) {
        return handover.call(() -> new VirtualClient(Mac.parse(input.requireStation().getValue())), input::requireWtp,
            (from, duration) ->
                new HandOverVirtualStationOutputBuilder().setFrom(from).setDuration(duration).build());
    }

    static StationKey key(final Bssid bssid, final UnicastMac station) {
        return new StationKey(Mac.parse(bssid.getValue()), Mac.parse(station.getValue()));
    }

    /** Puts the operator's binding of a station into a transaction. */
    static void putBinding(final WriteTransaction tx, final Bssid bssid, final UnicastMac station, final WtpId wtp) {
        tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, bindingPath(bssid, station),
            new StationBuilder().setBssid(bssid).setStation(station).setWtp(wtp).build());
    }

    /** Puts the operator's binding of a virtual station into a transaction. */
    static void putBinding(final WriteTransaction tx, final UnicastMac virtualStation, final WtpId wtp) {
        tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, bindingPath(virtualStation),
            new VirtualStationBuilder().setStation(virtualStation).setWtp(wtp).build());
    }

    private static InstanceIdentifier<Station> bindingPath(final Bssid bssid, final UnicastMac station) {
        return BINDINGS.child(Station.class,
            new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.StationKey(bssid, station));
    }

    private static InstanceIdentifier<VirtualStation> bindingPath(final UnicastMac station) {
        return BINDINGS.child(VirtualStation.class, new VirtualStationKey(station));
    }
}
