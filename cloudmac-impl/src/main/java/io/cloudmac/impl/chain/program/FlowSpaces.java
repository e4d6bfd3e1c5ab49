// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.chain.ChainSource;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.FlowSpace;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.Match;

/** Which tenant the sources of frames belong to. A sentence for one tenant never names another one. */
final class FlowSpaces {
    private final Map<ChainSource, String> owners = new HashMap<>();
    /** Tenants that have a flow space. */
    private final Set<String> bounded = new HashSet<>();
    private final List<String> violations = new ArrayList<>();

    FlowSpaces(final Tenants tenants) {
        tenants.nonnullTenant().values().stream().filter(tenant -> tenant.getFlowSpace() != null)
            .sorted(Comparator.comparing(tenant -> tenant.requireName().getValue())).forEach(this::add);
    }

    private void add(final Tenant tenant) {
        final String name = tenant.requireName().getValue();
        final FlowSpace space = tenant.getFlowSpace();
        bounded.add(name);
        if (space.getVap() != null) {
            space.getVap().forEach(vap -> own(name, ChainSource.of(Mac.parse(vap.getValue()))));
        }
        if (space.getSwitchPort() != null) {
            space.getSwitchPort().forEach(port -> PortId.parse(port.getValue()).ifPresentOrElse(
                id -> own(name, ChainSource.at(id)),
                () -> violations.add("tenant " + name + ": " + port.getValue() + " is no port of a switch")));
        }
    }

    private void own(final String tenant, final ChainSource source) {
        final String other = owners.putIfAbsent(source, tenant);
        if (other != null && !other.equals(tenant)) {
            violations.add("tenant " + tenant + ": " + source + " is in the flow space of another tenant");
        }
    }

    /** Returns what is wrong with the flow spaces themselves. */
    List<String> violations() {
        return violations;
    }

    /**
     * Returns why a chain may not start at a source; empty if it may. A raw source belongs to the owner of its VAP.
     *
     * @param match what the chain matches; null: all
     */
    Optional<String> refusal(final ChainId chain, final ChainSource source, final Match match) {
        if (source instanceof ChainSource.VapDownlink downlink) {
            return refusal(chain, ChainSource.of(downlink.vap()));
        }
        if (source instanceof ChainSource.StationUplink uplink) {
            return refusal(chain, ChainSource.of(uplink.station().bssid()));
        }
        if (source instanceof ChainSource.WtpSource) {
            if (match != null && match.getVap() != null) {
                return refusal(chain, ChainSource.of(Mac.parse(match.getVap().getValue())));
            }
            return bounded.isEmpty() ? Optional.empty() : Optional.of("chain " + chain + ": " + source
                + " has frames of all VAPs, and tenants have flow spaces; match a VAP");
        }
        return refusal(chain, source);
    }

    private Optional<String> refusal(final ChainId chain, final ChainSource source) {
        final String owner = owners.get(source);
        if (owner == null ? !bounded.contains(chain.tenant()) : owner.equals(chain.tenant())) {
            return Optional.empty();
        }
        return Optional.of("chain " + chain + ": " + source + (owner == null
            ? " is not in the flow space of the tenant" : " is in the flow space of another tenant"));
    }
}
