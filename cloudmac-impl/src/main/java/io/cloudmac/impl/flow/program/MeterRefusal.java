// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Explains why a switch refuses a meter, from the error of the OpenFlow plugin. Pure. */
final class MeterRefusal {
    /** The plugin names the code as in OpenFlow 1.3.1, section 7.4.4, with or without underscores. */
    private static final Pattern CODE = Pattern.compile("error type METER_?MOD_?FAILED code (\\w+)",
        Pattern.CASE_INSENSITIVE);
    private static final String EXISTS = "METEREXISTS";
    /** Before Linux 4.18, meters of the kernel have wrong numbers, and Open vSwitch does not use them. */
    private static final String HAS_METERS =
        ". The kernel's datapath has meters from Open vSwitch 2.10 with Linux 4.18";
    private static final Map<String, String> REASONS = Map.of(
        "BADCOMMAND", "it does not support meters",
        "BADFLAGS", "its meters cannot count packets with a burst",
        "BADRATE", "it does not support this rate",
        "BADBURST", "it does not support this burst",
        "BADBAND", "its meters cannot drop packets",
        "BADBANDVALUE", "it does not support this band",
        "INVALIDMETER", "its datapath has no meters, or none with this number" + HAS_METERS,
        "OUTOFMETERS", "its datapath has no meters, or no more" + HAS_METERS,
        "OUTOFBANDS", "it has no more bands");

    private MeterRefusal() {
    }

    /**
     * Returns the explanation.
     *
     * @param number the number of the meter
     * @param error the error of the plugin; empty if the switch has added the meter
     * @param highest the highest number of a meter that the switch supports, 0 without meters; empty if unknown
     * @return the explanation; empty if the switch has a meter of this number
     */
    static Optional<String> of(final int number, final String error, final OptionalLong highest) {
        final Matcher matcher = CODE.matcher(error);
        final String code = matcher.find() ? matcher.group(1).toUpperCase(Locale.ROOT).replace("_", "") : "";
        return error.isEmpty() || EXISTS.equals(code) ? Optional.empty()
            : Optional.of("the switch refuses meter " + number + ": "
                + reason(number, code, highest).orElse(error));
    }

    private static Optional<String> reason(final int number, final String code, final OptionalLong highest) {
        if (highest.isPresent() && highest.getAsLong() == 0) {
            return Optional.of("its datapath has no meters" + HAS_METERS);
        }
        if (highest.isPresent() && number > highest.getAsLong()) {
            return Optional.of("its datapath has no numbers above " + highest.getAsLong());
        }
        return Optional.ofNullable(REASONS.get(code));
    }
}
