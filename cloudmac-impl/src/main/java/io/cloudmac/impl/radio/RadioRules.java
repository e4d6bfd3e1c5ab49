// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.radio;

import io.cloudmac.impl.config.ConfigurationPart;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.RadioParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Radio;

/**
 * The operator's rules for transmit rate and power on the downlink.
 *
 * @param vaps the rules of all stations of a VAP
 * @param stations the rules of one station, which override those of its VAP
 */
public record RadioRules(Map<Mac, RadioRule> vaps, Map<StationKey, RadioRule> stations) {
    public static final RadioRules NONE = new RadioRules(Map.of(), Map.of());
    public static final ConfigurationPart<RadioRules> PART =
        ConfigurationPart.of(Cloudmac::nonnullRadio, RadioRules::of);

    public RadioRules {
        vaps = Map.copyOf(vaps);
        stations = Map.copyOf(stations);
    }

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

    /**
     * The settings of a VAP or of a station.
     *
     * @param general the setting of all frames without one of their user priority
     * @param byPriority the settings of frames by user priority
     */
    public record RadioRule(Optional<Setting> general, Map<Integer, Setting> byPriority) {
        private static final RadioRule NONE = new RadioRule(Optional.empty(), Map.of());

        public RadioRule {
            byPriority = Map.copyOf(byPriority);
        }

        /** Creates a rule for all frames. */
        public static RadioRule of(final Setting setting) {
            return new RadioRule(Optional.of(setting), Map.of());
        }

        private RadioRule with(final int priority, final Setting setting) {
            final Map<Integer, Setting> more = new HashMap<>(byPriority);
            more.put(priority, setting);
            return new RadioRule(general, more);
        }

        private Optional<Setting> at(final int priority) {
            return Optional.ofNullable(byPriority.get(priority)).or(() -> general);
        }
    }

    /** Reads the configuration. */
    public static RadioRules of(final Radio configured) {
        final Map<Mac, RadioRule> vaps = new HashMap<>();
        configured.nonnullVap().values().forEach(
            rule -> vaps.put(Mac.parse(rule.getBssid().getValue()), RadioRule.of(Setting.of(rule))));
        configured.nonnullVapPriority().values().forEach(
            rule -> add(vaps, Mac.parse(rule.getBssid().getValue()), rule.getUserPriority().getValue().intValue(),
                rule));
        final Map<StationKey, RadioRule> stations = new HashMap<>();
        configured.nonnullStation().values().forEach(
            rule -> stations.put(new StationKey(Mac.parse(rule.getBssid().getValue()),
                Mac.parse(rule.getStation().getValue())), RadioRule.of(Setting.of(rule))));
        configured.nonnullStationPriority().values().forEach(
            rule -> add(stations, new StationKey(Mac.parse(rule.getBssid().getValue()),
                Mac.parse(rule.getStation().getValue())), rule.getUserPriority().getValue().intValue(), rule));
        return new RadioRules(vaps, stations);
    }

    /**
     * Returns the setting that applies to the downlink frames of a client with a user priority. A virtual station has
     * the setting of the entry of list {@code vap} whose BSSID is its address.
     */
    public Optional<Setting> of(final Client client, final int priority) {
        return stations.getOrDefault(client, RadioRule.NONE).at(priority)
            .or(() -> vaps.getOrDefault(client.stack(), RadioRule.NONE).at(priority));
    }

    private static <K> void add(final Map<K, RadioRule> rules, final K key, final int priority,
            final RadioParameters parameters) {
        rules.put(key, rules.getOrDefault(key, RadioRule.NONE).with(priority, Setting.of(parameters)));
    }
}
