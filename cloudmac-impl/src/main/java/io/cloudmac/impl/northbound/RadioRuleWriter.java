// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetRadioInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Radio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationPriority;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationPriorityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationPriorityKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapPriority;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapPriorityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapPriorityKey;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** Writes the radio rules of {@code set-radio}: it replaces or deletes one rule of a VAP or station. */
final class RadioRuleWriter {
    private RadioRuleWriter() {
    }

    static void write(final WriteTransaction tx, final InstanceIdentifier<Radio> radio, final SetRadioInput input) {
        if (input.getStation() == null) {
            writeOfVap(tx, radio, input);
        } else {
            writeOfStation(tx, radio, input);
        }
    }

    private static void writeOfVap(final WriteTransaction tx, final InstanceIdentifier<Radio> radio,
            final SetRadioInput input) {
        final var bssid = input.requireBssid();
        final var priority = input.getUserPriority();
        if (priority == null) {
            replace(tx, radio.child(Vap.class, new VapKey(bssid)), input, new VapBuilder()
                .setBssid(bssid).setRate(input.getRate()).setPower(input.getPower()).build());
        } else {
            replace(tx, radio.child(VapPriority.class, new VapPriorityKey(bssid, priority)), input,
                new VapPriorityBuilder().setBssid(bssid).setUserPriority(priority)
                    .setRate(input.getRate()).setPower(input.getPower()).build());
        }
    }

    private static void writeOfStation(final WriteTransaction tx, final InstanceIdentifier<Radio> radio,
            final SetRadioInput input) {
        final var bssid = input.requireBssid();
        final var station = input.getStation();
        final var priority = input.getUserPriority();
        if (priority == null) {
            replace(tx, radio.child(Station.class, new StationKey(bssid, station)), input, new StationBuilder()
                .setBssid(bssid).setStation(station).setRate(input.getRate()).setPower(input.getPower()).build());
        } else {
            replace(tx, radio.child(StationPriority.class, new StationPriorityKey(bssid, station, priority)), input,
                new StationPriorityBuilder().setBssid(bssid).setStation(station).setUserPriority(priority)
                    .setRate(input.getRate()).setPower(input.getPower()).build());
        }
    }

    /** Writes a rule, or deletes it if the input has neither rate nor power. */
    private static <T extends DataObject> void replace(final WriteTransaction tx, final InstanceIdentifier<T> path,
            final SetRadioInput input, final T rule) {
        if (input.getRate() == null && input.getPower() == null) {
            tx.delete(LogicalDatastoreType.CONFIGURATION, path);
        } else {
            tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, path, rule);
        }
    }
}
