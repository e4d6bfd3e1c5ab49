// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

/** The formatting of rates. */
final class Rates {
    private static final long KILO = 1_000;
    private static final long MEGA = 1_000_000;
    private static final long GIGA = 1_000_000_000;

    private Rates() {
    }

    /** Returns a rate with the largest unit that yields an integer, {@code 10 Mbit/s}. */
    static String text(final long bitsPerSecond) {
        for (final var unit : new Object[][] {{GIGA, " Gbit/s"}, {MEGA, " Mbit/s"}, {KILO, " kbit/s"}}) {
            if (bitsPerSecond >= (long) unit[0] && bitsPerSecond % (long) unit[0] == 0) {
                return bitsPerSecond / (long) unit[0] + (String) unit[1];
            }
        }
        return bitsPerSecond + " bit/s";
    }
}
