// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import io.cloudmac.impl.config.Bssids;
import io.cloudmac.impl.config.ConfigurationCheck;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.osgi.service.component.annotations.Component;

/** Refuses the weight of a station whose address is the BSSID of a VAP: agents weight addresses of both kinds. */
@Component
public final class AirtimeCheck implements ConfigurationCheck {
    @Override
    public List<String> violations(final Cloudmac after) {
        final Set<Mac> both = new TreeSet<>(AirtimePolicy.of(after.nonnullAirtime()).stations().keySet());
        both.retainAll(Bssids.namedBy(after));
        return both.stream()
            .map(address -> "airtime: station " + address + " is a VAP: weight it in list vap").toList();
    }
}
