// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What stations and virtual stations have in common, and how they differ. */
class ClientTest {
    private static final Mac LOW = Mac.parse("02:00:00:00:12:34");
    private static final Mac MIDDLE = Mac.parse("02:5a:00:00:00:01");
    private static final Mac HIGH = Mac.parse("02:c1:0d:00:a0:02");

    @Test
    void stationsAreOrderedByVapAndVirtualOnesByAddressAmongThem() {
        final List<Client> ordered = List.of(new StationKey(LOW, LOW), new VirtualClient(LOW),
            new StationKey(LOW, MIDDLE), new StationKey(LOW, HIGH), new VirtualClient(MIDDLE),
            new StationKey(HIGH, LOW), new VirtualClient(HIGH));
        final List<Client> reversed = new ArrayList<>(ordered);
        Collections.reverse(reversed);
        assertEquals(ordered, List.copyOf(new TreeSet<>(reversed)));
    }

    @Test
    void theOrderAgreesWithEquality() {
        assertEquals(0, new VirtualClient(LOW).compareTo(new VirtualClient(LOW)));
        assertEquals(0, new StationKey(LOW, HIGH).compareTo(new StationKey(LOW, HIGH)));
        assertNotEquals(new VirtualClient(LOW), (Client) new StationKey(LOW, LOW));
    }

    @Test
    void theTagNamesTheVapOrTheVirtualStation() {
        assertEquals(0x1234, new StationKey(LOW, HIGH).tagId());
        assertEquals(0xa002, new VirtualClient(HIGH).tagId());
    }
}
