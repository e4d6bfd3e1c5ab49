// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.chain.ChainSource;
import io.cloudmac.impl.chain.SourcePorts;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Finds the switch ports of the sources of chains: by the assignment, or as a handover tells. */
final class ChainSources {
    /** Where a handover lets the uplink frames of a station enter and go back. */
    private record Lead(Set<Mac> entries, Mac back) {
    }

    private final Map<StationKey, Lead> leads = new HashMap<>();
    /** What the last plan has found. */
    private final Map<ChainSource, Optional<SourcePorts>> found = new HashMap<>();
    private final AssignmentSource assignments;

    ChainSources(final AssignmentSource assignments) {
        this.assignments = assignments;
    }

    /** Lets a plan find everything anew. */
    void forget() {
        found.clear();
    }

    /** Returns the ports of a source; empty while they are not known. */
    Optional<SourcePorts> ports(final ChainSource source) {
        return found.computeIfAbsent(source, this::find);
    }

    /** Returns true if a source has other ports than the last plan has found. */
    boolean differ() {
        return found.entrySet().stream().anyMatch(each -> !each.getValue().equals(find(each.getKey())));
    }

    /**
     * Tells where the uplink frames of a station enter and go back.
     *
     * @return whether they go back elsewhere than the last plan has found
     */
    boolean lead(final StationKey station, final Set<Mac> entries, final Mac back) {
        final ChainSource source = new ChainSource.StationUplink(station);
        final Optional<PortId> before = ports(source).map(SourcePorts::back);
        leads.put(station, new Lead(Set.copyOf(entries), back));
        return !before.equals(find(source).map(SourcePorts::back));
    }

    /** Lets the uplink frames of a station follow its binding again. Returns false if they do already. */
    boolean release(final StationKey station) {
        return leads.remove(station) != null;
    }

    private Optional<SourcePorts> find(final ChainSource source) {
        final Assignment assignment = assignments.assignment();
        if (source instanceof ChainSource.StationUplink uplink) {
            final Lead lead = leads.get(uplink.station());
            final ServingWtps service = assignment.stations().get(uplink.station());
            return lead != null ? at(assignment, lead.entries(), lead.back())
                : service == null ? Optional.empty() : at(assignment, service.uplinks(), service.downlink());
        }
        if (source instanceof ChainSource.WtpSource wtp) {
            return at(assignment, Set.of(wtp.wtp()), wtp.wtp());
        }
        if (source instanceof ChainSource.PortSource port) {
            return Optional.of(SourcePorts.at(port.port()));
        }
        final Mac vap = source instanceof ChainSource.LanSource lan ? lan.vap()
            : ((ChainSource.VapDownlink) source).vap();
        return Optional.ofNullable(assignment.vaps().get(vap)).map(each -> SourcePorts.at(each.port()));
    }

    private static Optional<SourcePorts> at(final Assignment assignment, final Collection<Mac> entries,
            final Mac back) {
        final List<PortId> ports = entries.stream().map(assignment.wtps()::get).filter(Objects::nonNull).toList();
        return Optional.ofNullable(assignment.wtps().get(back)).map(port -> SourcePorts.of(ports, port));
    }
}
