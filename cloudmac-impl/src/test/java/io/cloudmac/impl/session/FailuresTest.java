// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What an operator sees of a text that a peer may have chosen. */
class FailuresTest {
    @Test
    void controlCharactersAreReplaced() {
        assertEquals("a?[31m?b?", Failures.text(new IOException("a\u001b[31m\u009bb\0")));
    }

    @Test
    void longTextsAreCut() {
        final String text = Failures.text(new IOException("x".repeat(60_000)));
        assertEquals(256, text.length());
        assertTrue(text.endsWith("x..."));
    }
}
