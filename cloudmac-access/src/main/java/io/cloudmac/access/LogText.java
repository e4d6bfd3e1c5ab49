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
     * @param longest its longest part in characters before they are escaped; the rest is cut
     */
    static String escaped(final String text, final int longest) {
        if (text == null) {
            return "-";
        }
        final StringBuilder line = new StringBuilder();
        for (int at = 0; at < Math.min(text.length(), longest); at++) {
            final char one = text.charAt(at);
            if (one == '\\') {
                line.append("\\\\");
            } else if (one >= FIRST && one <= LAST) {
                line.append(one);
            } else {
                line.append(String.format("\\u%04x", (int) one));
            }
        }
        return text.length() > longest ? line.append(CUT).toString() : line.toString();
    }
}
