// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.Learned.KnownVirtualStation;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

class VirtualStationRecorderTest {
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final PortId PORT = new PortId("openflow:1", 1);

    private final ManualLoop loop = new ManualLoop();
    private final LearnedStore learned = mock(LearnedStore.class);
    private final AssignmentSource assignments = mock(AssignmentSource.class);
    private Runnable changed;

    private void assign(final Map<Mac, VirtualStation> stations) {
        when(assignments.assignment()).thenReturn(Assignment.NOTHING.withVirtualStations(stations));
        changed.run();
        loop.run();
    }

    @Test
    void storesWhatHasChangedOnly() {
        when(learned.learned()).thenReturn(Learned.NOTHING);
        when(assignments.listen(any())).thenAnswer(call -> {
            changed = call.getArgument(0);
            return (Registration) () -> { };
        });
        new VirtualStationRecorder(loop, assignments, learned);
        verify(learned).learned();
        final Map<Mac, VirtualStation> served = Map.of(STATION,
            new VirtualStation(PORT, Optional.of(Service.by(WTP, Origin.AUTOMATIC))));
        assign(served);
        verify(learned).putVirtualStation(STATION, new KnownVirtualStation(PORT, WTP));
        assign(served);
        verifyNoMoreInteractions(learned);
        assign(Map.of());
        verify(learned).removeVirtualStation(STATION);
        verifyNoMoreInteractions(learned);
    }
}
