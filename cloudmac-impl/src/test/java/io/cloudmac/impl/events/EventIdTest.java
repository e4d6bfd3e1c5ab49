// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventIdTest {
    @Test
    void digitsOfOtherScriptsAreNone() {
        final char arabicOne = 0x661;
        assertEquals(Optional.empty(), EventId.parse(arabicOne + "-1"));
    }

    @Test
    void theTextIsEpochAndNumber() {
        final EventId id = new EventId(1_796_126_400_123_456L, 17);
        assertEquals("1796126400123456-17", id.toString());
        assertEquals(Optional.of(id), EventId.parse(id.toString()));
        assertEquals(Optional.of(new EventId(999_999_999_999_999_999L, 0)), EventId.parse("999999999999999999-00"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "17", "-17", "1-", "1-2-3", "1--2", "a-1", "1-a", " 1-1", "1-1\n", "1 - 1",
        "1000000000000000000-1", "1-9999999999999999999" })
    void anythingElseIsNone(final String text) {
        assertEquals(Optional.empty(), EventId.parse(text));
    }
}
