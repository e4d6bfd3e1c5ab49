// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

/** Checks strings for the database, which accepts neither unpaired surrogates nor NUL. */
public final class Unicode {
    private Unicode() {
    }

    /** Returns true if the database accepts this string. */
    public static boolean isValid(final String text) {
        for (int i = 0; i < text.length(); i++) {
            final char unit = text.charAt(i);
            if (unit == 0) {
                return false;
            }
            if (Character.isSurrogate(unit)) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(unit, text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
