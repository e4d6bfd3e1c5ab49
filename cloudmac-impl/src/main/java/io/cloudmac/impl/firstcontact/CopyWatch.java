// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.WtpsByPort;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.HeaderSource;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.OuterHeader;
import io.cloudmac.impl.wire.RadioTag;
import java.util.Collections;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Tells the flow program to which switches copies of bound stations' frames come: frames from WTPs that radiate the VAP
 * and do not serve the station. A copy counts also if its WTP could not serve the station, for example on another
 * channel.
 */
@Component(service = {})
public final class CopyWatch {
    private final AssignmentSource assignments;
    private final FlowProgram flows;
    private final Registration registration;
    private final WtpsByPort wtps = new WtpsByPort();

    /** Registers for the frames without a rule. */
    @Activate
    public CopyWatch(@Reference final HeaderSource headers, @Reference final AssignmentSource assignments,
            @Reference final FlowProgram flows) {
        this.assignments = assignments;
        this.flows = flows;
        registration = headers.listenToHeaders(this::onHeader);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    private void onHeader(final PortId port, final OuterHeader outer) {
        if (outer.tag().kind() != RadioTag.KIND_FRAME) {
            return;
        }
        final Assignment assignment = assignments.assignment();
        final Set<Mac> here = wtps.at(port, assignment);
        assignment.vaps().forEach((bssid, vap) -> {
            if (outer.tag().vap() == RadioTag.VAP_ANY || outer.tag().vap() == bssid.lastTwoOctets()) {
                final StationKey key = new StationKey(bssid, outer.station());
                final Assignment.ServingWtps service = assignment.stations().get(key);
                if (service != null && Collections.disjoint(here, service.uplinks())
                        && here.stream().anyMatch(vap.wtps()::contains)) {
                    flows.onCopy(key, port);
                }
            }
        });
    }
}
