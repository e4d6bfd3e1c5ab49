// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which event loop has the session of a WTP. */
class SessionLoopsTest extends WtpSessionsFixture {
    @Test
    void eachWtpHasOneLoopAndAllLoopsHaveSome() {
        try (SessionLoops loops = new SessionLoops(3, part -> sessions(Optional.empty()))) {
            for (final int step : new int[] {1, 2, 3, 16, 256}) {
                final Set<WtpSessions> used = IntStream.range(1, 100)
                    .mapToObj(number -> loops.of(new Mac(0x020a_0000_0000L + number * step)))
                    .collect(Collectors.toSet());
                assertEquals(3, used.size(), "addresses in steps of " + step);
            }
            assertSame(loops.of(WTP), loops.of(Mac.parse(WTP.toString())));
        }
    }

    @Test
    void aSettingReachesAllLoops() throws Exception {
        try (SessionLoops loops = new SessionLoops(3, part -> sessions(Optional.of(pki.controller(controller))))) {
            loops.reportSignals(100);
            loops.of(WTP).onAnnouncement(WTP, List.of(agent.address()));
            publisher.await(SessionState.UP);
            assertEquals(100, agent.await("signal.subscribe").params().get("interval_ms").intValue());
        }
    }
}
