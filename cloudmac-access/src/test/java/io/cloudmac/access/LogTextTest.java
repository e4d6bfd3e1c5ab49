// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class LogTextTest {
    // A bar stands for a backslash.
    private static void assertLine(final String line, final String text) {
        assertLine(line, text, 10);
    }

    private static void assertLine(final String line, final String text, final int longest) {
        assertEquals(line.replace('|', '\\'), LogText.escaped(text, longest));
    }

    @Test
    void nothingLeavesTheLine() {
        assertLine("/a b~", "/a b~");
        assertLine("a|u000ab", "a\nb");
        assertLine("a|u000d|u001b[31m", "a\r\33[31m", 17);
        assertLine("|u007f|u0000", "\177\0", 12);
        assertLine("|u202e|u00e9", (char) 0x202e + "\351", 12);
        assertLine("||n", "\\n");
        assertLine("-", null);
        assertLine("", "");
    }

    @Test
    void aLongTextIsCut() {
        assertLine("0123456789", "0123456789");
        assertLine("0123456789...", "0123456789x");
        assertLine("||||||||||", "\\\\\\\\\\");
        assertLine("||||||||||...", "\\\\\\\\\\\\");
    }

    /** What hostile clients send makes no line longer than other text does. */
    @Test
    void aTextIsCutBeforeAnEscapeThatHasNoRoom() {
        assertLine("abcd|u000a", "abcd\n");
        assertLine("abcde...", "abcde\n");
        assertLine("|u000a...", "\n".repeat(1000));
        assertLine("012345678...", "012345678\\");
    }
}
