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

/** The rules of the learned state that YANG cannot express, for one entry that is new or changed. */
final class LearnedCheck {
    /** What an entry may refer to, as it would be after the change. */
    interface After {
        /** Returns true if a WTP is stored. */
        boolean hasWtp(Mac wtp);

        /** Returns another VAP with the same id, the last two octets; empty if there is none. */
        Optional<Mac> twinOf(Mac bssid);
    }

    private LearnedCheck() {
    }

    /**
     * Returns one sentence for each violation of an entry, for the operator; empty if there is none. Only what the
     * change has brought counts: an entry whose WTP was deleted since can still change otherwise.
     *
     * @param before the entry before the change; null: it is new
     */
    static List<String> violations(final DataObject before, final DataObject entry, final After after) {
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

    private static List<String> twin(final Mac bssid, final After after) {
        return after.twinOf(bssid).map(twin -> List.of("VAP " + bssid + " has the VAP id of VAP " + twin
            + ": their last two octets must differ, so delete that one first")).orElse(List.of());
    }

    private static List<String> unknownWtp(final After after, final String who, final String wtp,
            final String operation) {
        return after.hasWtp(Mac.parse(wtp)) ? List.of() : List.of(who + " cannot be stored with WTP " + wtp
            + ", which was never admitted; operation " + operation + " takes a configured WTP too");
    }

    private static List<String> ends(final Link link) {
        final PortId low = PortId.parse(link.getLow().getValue()).orElseThrow();
        final PortId high = PortId.parse(link.getHigh().getValue()).orElseThrow();
        return InterSwitchLink.between(low, high).low().equals(low) ? List.of()
            : List.of("the link of " + low + " and " + high + " needs its lower port as low");
    }
}
