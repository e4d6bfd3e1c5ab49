// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.Link;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.VirtualStation;
import org.opendaylight.yangtools.yang.binding.DataObject;

/** Checks one new or changed entry of the learned state for what YANG cannot express. */
final class LearnedCheck {
    /** The learned state as it would be after the change. */
    interface StateAfter {
        /** Returns true if a WTP is stored. */
        boolean hasWtp(Mac wtp);

        /** Returns another VAP with the VAP id of this one; empty if there is none. */
        Optional<Mac> otherVapWithId(Mac bssid);
    }

    private LearnedCheck() {
    }

    /**
     * Returns one sentence for each rule that a change of an entry breaks, for the operator. Only what the change has
     * set is checked, so that an entry whose WTP was deleted can still change otherwise.
     *
     * @param before the entry before the change; null: it is new
     */
    static List<String> violations(final DataObject before, final DataObject entry, final StateAfter after) {
        if (entry instanceof Vap vap) {
            return before == null ? twin(Mac.parse(vap.getBssid().getValue()), after) : List.of();
        }
        if (entry instanceof Station station) {
            return before instanceof Station old && old.requireWtp().equals(station.requireWtp()) ? List.of()
                : unknownWtp(after, "station " + station.getStation().getValue(), station.requireWtp().getValue(),
                    "bind");
        }
        if (entry instanceof VirtualStation station) {
            return before instanceof VirtualStation old && old.requireWtp().equals(station.requireWtp()) ? List.of()
                : unknownWtp(after, "virtual station " + station.getStation().getValue(),
                    station.requireWtp().getValue(), "bind-virtual-station");
        }
        return entry instanceof Link link ? ends(link) : List.of();
    }

    private static List<String> twin(final Mac bssid, final StateAfter after) {
        return after.otherVapWithId(bssid).map(other -> List.of(String.format("VAP %s cannot be stored: VAP %s has the"
            + " same VAP id %04x (last two octets); delete one of the two", bssid, other, bssid.lastTwoOctets())))
            .orElse(List.of());
    }

    private static List<String> unknownWtp(final StateAfter after, final String who, final String wtp,
            final String operation) {
        return after.hasWtp(Mac.parse(wtp)) ? List.of() : List.of(who + " cannot be stored: cloudmac-learned has no"
            + " WTP " + wtp + "; to bind it to a configured WTP, use operation " + operation);
    }

    private static List<String> ends(final Link link) {
        final PortId low = PortId.parse(link.getLow().getValue()).orElseThrow();
        final PortId high = PortId.parse(link.getHigh().getValue()).orElseThrow();
        final PortId first = InterSwitchLink.between(low, high).low();
        return first.equals(low) ? List.of() : List.of("the link between " + low + " and " + high
            + " has its ends in the wrong order: low must be " + first);
    }
}
