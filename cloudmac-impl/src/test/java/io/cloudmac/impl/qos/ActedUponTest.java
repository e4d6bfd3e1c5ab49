// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.qos.ActedUpon.Count;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a switch has applied the rows in its database. */
class ActedUponTest {
    private static final PortQos HTB = PortQos.of(PortQos.HTB, Map.of(), Map.of());
    private static final PortQos CAKE = PortQos.of(PortQos.CAKE, Map.of(), Map.of());

    private final ActedUpon actedUpon = new ActedUpon();

    @Test
    void rowsAreActedUponOnceTheSwitchIsAsFarAsWhenTheyCame() {
        assertFalse(actedUpon.isDone("p", HTB, new Count(7, 6)));
        assertFalse(actedUpon.isDone("p", HTB, new Count(8, 6)));
        assertTrue(actedUpon.isDone("p", HTB, new Count(9, 7)));
        assertTrue(actedUpon.isDone("p", HTB, new Count(10, 9)), "later changes do not matter");
    }

    @Test
    void otherRowsCountAnew() {
        assertTrue(actedUpon.isDone("p", HTB, new Count(7, 7)));
        assertFalse(actedUpon.isDone("p", CAKE, new Count(8, 7)));
        assertFalse(actedUpon.isDone("q", HTB, new Count(8, 7)));
        actedUpon.isDone("r", HTB, new Count(7, 7));
        actedUpon.gone("r");
        assertFalse(actedUpon.isDone("r", HTB, new Count(8, 7)));
    }

    @Test
    void newDatabaseCountsFromZero() {
        assertTrue(actedUpon.isDone("p", HTB, new Count(7, 7)));
        assertTrue(actedUpon.isDone("p", HTB, new Count(2, 2)));
        assertTrue(actedUpon.isDone("p", HTB, Count.UNKNOWN), "upstream's southbound does not report the numbers");
    }
}
