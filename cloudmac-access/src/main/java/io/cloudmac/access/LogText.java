// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

/** Makes a text of a client fit for one line of a log. */
final class LogText {
    private static final char FIRST = ' ';
    private static final char LAST = '~';
    private static final String CUT = "...";

    private LogText() {
    }

    /**
     * Returns a text in printable ASCII; all other characters, and the backslash, are escaped as in Java.
     *
     * @param text the text; null if there is none
     * @param longest longest result in characters; a longer one is cut before a character or its escape, and ends in
     *     three dots more
     */
    static String escaped(final String text, final int longest) {
        if (text == null) {
            return "-";
        }
        final StringBuilder line = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            final String next = escaped(text.charAt(at));
            if (line.length() + next.length() > longest) {
                return line.append(CUT).toString();
            }
            line.append(next);
        }
        return line.toString();
    }

    private static String escaped(final char one) {
        if (one == '\\') {
            return "\\\\";
        }
        return one >= FIRST && one <= LAST ? String.valueOf(one) : String.format("\\u%04x", (int) one);
    }
}
