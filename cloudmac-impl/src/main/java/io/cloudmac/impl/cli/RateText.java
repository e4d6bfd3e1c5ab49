// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.BitRate;
import org.opendaylight.yangtools.yang.common.Uint64;

/** Reads rates as operators write them. */
final class RateText {
    private static final Pattern RATE = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,15})?)([kMGT]?)(?:bit/s)?");
    private static final Map<String, BigDecimal> UNITS = Map.of("", BigDecimal.ONE, "k", BigDecimal.valueOf(1_000L),
        "M", BigDecimal.valueOf(1_000_000L), "G", BigDecimal.valueOf(1_000_000_000L),
        "T", BigDecimal.valueOf(1_000_000_000_000L));

    private RateText() {
    }

    /**
     * Returns a rate.
     *
     * @param text a number of bit/s, or of their thousands and so on, such as {@code 100M}, {@code 1.5G} and
     *     {@code 95000000}
     * @throws IllegalArgumentException if it is none, with what is allowed
     */
    static BitRate of(final String text) {
        final Matcher rate = RATE.matcher(text);
        if (!rate.matches()) {
            throw refused(text, null);
        }
        try {
            return new BitRate(Uint64.valueOf(
                new BigDecimal(rate.group(1)).multiply(UNITS.get(rate.group(2))).toBigIntegerExact()));
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw refused(text, e);
        }
    }

    private static IllegalArgumentException refused(final String text, final Exception cause) {
        return new IllegalArgumentException("rate " + text + " is refused: allowed are whole bit/s from 8000 to 1T,"
            + " with k, M, G or T for their powers of 1000, for example 100M, 1.5G or 95000000", cause);
    }
}
