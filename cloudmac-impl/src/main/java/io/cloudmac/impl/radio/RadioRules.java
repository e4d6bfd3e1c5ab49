// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.radio;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.RadioParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Radio;

/**
 * The operator's rules for transmit rate and power on the downlink.
 *
 * @param vaps the setting of all stations of a VAP
 * @param stations the setting of one station, which overrides that of its VAP
 */
public record RadioRules(Map<Mac, Setting> vaps, Map<StationKey, Setting> stations) {
    public static final RadioRules NONE = new RadioRules(Map.of(), Map.of());

    /**
     * Rate and power in the units of the radio tag.
     *
     * @param rate in units of 500 kbit/s; 0: as in the radiotap header
     * @param power dBm; {@link RadioTag#LEVEL_UNKNOWN}: the WTP decides
     */
    public record Setting(int rate, int power) {
        private static Setting of(final RadioParameters parameters) {
            return new Setting(
                parameters.getRate() == null ? 0 : parameters.getRate().getValue().intValue() / RadioTag.RATE_UNIT,
                parameters.getPower() == null ? RadioTag.LEVEL_UNKNOWN : parameters.getPower().getValue());
        }

        /**
         * Returns the tag that replaces the VAP's own. OpenFlow 1.3 can only set a whole address, so the rule has to
         * match on the user priority and set it again.
         */
        public Mac tag(final int priority, final int vap) {
            return new RadioTag(power, rate, priority, RadioTag.KIND_FRAME, vap).toMac();
        }
    }

    /** Reads the configuration. */
    public static RadioRules of(final Radio configured) {
        final Map<Mac, Setting> vaps = new HashMap<>();
        configured.nonnullVap().values().forEach(
            rule -> vaps.put(Mac.parse(rule.getBssid().getValue()), Setting.of(rule)));
        final Map<StationKey, Setting> stations = new HashMap<>();
        configured.nonnullStation().values().forEach(
            rule -> stations.put(new StationKey(Mac.parse(rule.getBssid().getValue()),
                Mac.parse(rule.getStation().getValue())), Setting.of(rule)));
        return new RadioRules(vaps, stations);
    }

    /** Returns the setting that applies to a station. */
    public Optional<Setting> of(final StationKey station) {
        return Optional.ofNullable(stations.getOrDefault(station, vaps.get(station.bssid())));
    }
}
