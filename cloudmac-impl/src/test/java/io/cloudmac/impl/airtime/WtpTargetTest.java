// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentAirtime;
import io.cloudmac.impl.wtp.AirtimeChange;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeWeight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The changes that lead a WTP to what is desired. */
class WtpTargetTest {
    private static final Mac VAP = Mac.parse("02:00:00:00:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final AirtimeSettings SETTINGS = new AirtimeSettings(false, 20, 200);

    private final WtpTarget target = new WtpTarget();

    private static AgentAirtime radio(final int number, final AirtimeSettings settings,
            final Map<Mac, Integer> weights) {
        return new AgentAirtime(number, settings, weights, List.of());
    }

    private static AgentAirtime radio(final Map<Mac, Integer> weights) {
        return radio(0, AirtimeSettings.DEFAULT, weights);
    }

    private static AirtimeChange weight(final Mac address, final int weight) {
        return new AirtimeWeight(address, weight);
    }

    /** Confirms each change until there is none, and returns all of them. */
    private List<AirtimeChange> changes(final Mac... named) {
        final List<AirtimeChange> all = new ArrayList<>();
        for (var next = target.next(List.of(named)::contains); next.isPresent();
                next = target.next(List.of(named)::contains)) {
            all.add(next.orElseThrow());
            target.onChanged(next.orElseThrow());
        }
        return all;
    }

    @Test
    void nothingIsSentUntilTheWtpHasBeenRead() {
        assertTrue(target.desire(Optional.of(SETTINGS), Map.of(VAP, 512)));
        assertFalse(target.desire(Optional.of(SETTINGS), Map.of(VAP, 512)), "no change");
        assertEquals(List.of(), changes());
        target.onRead(List.of(radio(Map.of())));
        assertEquals(List.of(SETTINGS, weight(VAP, 512)), changes());
        target.forget();
        assertEquals(List.of(), changes());
    }

    @Test
    void onlyTheDifferenceIsSent() {
        target.desire(Optional.of(AirtimeSettings.DEFAULT), Map.of(VAP, 512, STATION, 128));
        target.onRead(List.of(radio(Map.of(VAP, 512, STATION, 64))));
        assertEquals(List.of(weight(STATION, 128)), changes());
        target.onRead(List.of(radio(Map.of(VAP, 512, STATION, 128))));
        assertEquals(List.of(), changes());
    }

    @Test
    void anEntryOfTheDefaultWeightNeedsNoRequest() {
        target.desire(Optional.empty(), Map.of(VAP, 256));
        target.onRead(List.of(radio(Map.of())));
        assertEquals(List.of(), changes());
        target.onRead(List.of(radio(Map.of(VAP, 512))));
        assertEquals(List.of(weight(VAP, 256)), changes());
    }

    @Test
    void aRadioThatDiffersFromTheOthersIsCorrected() {
        target.desire(Optional.of(SETTINGS), Map.of(VAP, 512, STATION, 128));
        target.onRead(List.of(radio(0, SETTINGS, Map.of(VAP, 512, STATION, 128)),
            radio(1, AirtimeSettings.DEFAULT, Map.of(VAP, 512))));
        assertEquals(List.of(SETTINGS, weight(STATION, 128)), changes());
    }

    @Test
    void removedWeightsAreResetBeforeOthersAreSet() {
        target.desire(Optional.empty(), Map.of(STATION, 128));
        target.onRead(List.of(radio(Map.of(STATION, 128))));
        assertEquals(List.of(), changes());
        target.desire(Optional.empty(), Map.of(VAP, 512));
        assertEquals(List.of(weight(STATION, 256), weight(VAP, 512)), changes());
        assertEquals(List.of(), changes());
    }

    @Test
    void aRemovedWeightIsResetEvenIfTheSessionWasLostMeanwhile() {
        target.desire(Optional.empty(), Map.of(STATION, 128));
        target.onRead(List.of(radio(Map.of())));
        changes();
        target.forget();
        target.desire(Optional.empty(), Map.of());
        assertEquals(List.of(), changes());
        target.onRead(List.of(radio(Map.of(STATION, 128))));
        assertEquals(List.of(weight(STATION, 256)), changes());
    }

    @Test
    void weightsOfOthersStayUnlessTheConfigurationNamesTheAddress() {
        target.onRead(List.of(radio(Map.of(STATION, 128, VAP, 512))));
        assertEquals(List.of(), changes());
        assertEquals(List.of(weight(STATION, 256)), changes(STATION), "left by a controller before its restart");
    }

    @Test
    void theWtpsOwnSettingsStayWithoutAnEntry() {
        target.onRead(List.of(radio(0, SETTINGS, Map.of())));
        assertEquals(List.of(), changes());
    }

    @Test
    void aRemovedEntrySetsTheDefaultsOnce() {
        target.desire(Optional.of(SETTINGS), Map.of());
        target.onRead(List.of(radio(Map.of())));
        assertEquals(List.of(SETTINGS), changes());
        target.desire(Optional.empty(), Map.of());
        assertEquals(List.of(AirtimeSettings.DEFAULT), changes());
        target.onRead(List.of(radio(0, SETTINGS, Map.of())));
        assertEquals(List.of(), changes(), "its agent has restarted");
    }

    @Test
    void installedWeightsChangeBeforeNewOnes() {
        target.onRead(List.of(radio(Map.of(STATION, 128))));
        target.desire(Optional.empty(), Map.of(VAP, 512, STATION, 64));
        assertEquals(List.of(weight(STATION, 64), weight(VAP, 512)), changes(), "an agent can refuse new ones");
    }
}
