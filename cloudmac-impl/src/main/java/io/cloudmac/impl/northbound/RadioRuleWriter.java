// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetRadioInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Radio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapKey;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** Writes the radio rules of {@code set-radio}: it replaces or deletes the rule of a VAP or station. */
final class RadioRuleWriter {
    private RadioRuleWriter() {
    }

    static void write(final WriteTransaction tx, final InstanceIdentifier<Radio> radio, final SetRadioInput input) {
        final boolean remove = input.getRate() == null && input.getPower() == null;
        if (input.getStation() == null) {
            final var path = radio.child(Vap.class, new VapKey(input.requireBssid()));
            if (remove) {
                tx.delete(LogicalDatastoreType.CONFIGURATION, path);
            } else {
                tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, path, new VapBuilder()
                    .setBssid(input.requireBssid()).setRate(input.getRate()).setPower(input.getPower()).build());
            }
        } else {
            final var path = radio.child(Station.class, new StationKey(input.requireBssid(), input.getStation()));
            if (remove) {
                tx.delete(LogicalDatastoreType.CONFIGURATION, path);
            } else {
                tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, path, new StationBuilder()
                    .setBssid(input.requireBssid()).setStation(input.getStation())
                    .setRate(input.getRate()).setPower(input.getPower()).build());
            }
        }
    }
}
