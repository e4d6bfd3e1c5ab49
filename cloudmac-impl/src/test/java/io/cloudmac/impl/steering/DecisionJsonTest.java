// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions as lines of JSON. */
class DecisionJsonTest {
    private static String line(final LoggedDecision decision) {
        return new String(DecisionJson.line(decision), StandardCharsets.UTF_8);
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws Exception {
        final LoggedDecision full = DecisionSamples.decision(7);
        final LoggedDecision bare = new LoggedDecision(8, DecisionSamples.START,
            new VirtualClient(DecisionSamples.KEY.station()), null, null,
            SteeringTrigger.of(Reason.NO_RADIO).by("eve \u202e"), SteeringResult.DONE);
        for (final LoggedDecision decision : List.of(full, bare)) {
            final String line = line(decision);
            assertEquals(line.length() - 1, line.indexOf('\n'), line);
            assertEquals(decision, DecisionJson.read(line.trim()));
        }
    }

    @Test
    void anUnknownMemberIsOfALaterVersion() throws Exception {
        final String later = line(DecisionSamples.decision(7)).replace("{\"number\"", "{\"new\":1,\"number\"");
        assertEquals(DecisionSamples.decision(7), DecisionJson.read(later));
    }

    @ParameterizedTest
    @ValueSource(strings = { "\"number\":7", "\"time\":\"2026", "\"station\":\"02:5a", "\"reason\":\"signal",
        "\"outcome\":\"undone", "\"samples\":9", "\"wtp\":\"02" })
    void anotherLineIsRefused(final String part) {
        final String line = line(DecisionSamples.decision(7));
        assertTrue(line.contains(part), line);
        assertThrows(ProtocolException.class, () -> DecisionJson.read(line.replace(part, part + "x")));
        assertThrows(ProtocolException.class, () -> DecisionJson.read(line.replace(part, "\"x\":\"")));
    }
}
