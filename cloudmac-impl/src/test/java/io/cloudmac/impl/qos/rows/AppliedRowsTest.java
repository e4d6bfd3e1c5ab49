// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.qos.rows.AppliedRows.Count;
import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a switch has applied the rows in its database. */
class AppliedRowsTest {
    private static final PortQos HTB = PortQos.of(PortQos.HTB, Map.of(), Map.of());
    private static final PortQos CAKE = PortQos.of(PortQos.CAKE, Map.of(), Map.of());

    private final AppliedRows applied = new AppliedRows();

    @Test
    void rowsAreAppliedAtTheirConfigurationNumber() {
        assertFalse(applied.isApplied("p", HTB, new Count(7, 6)));
        assertFalse(applied.isApplied("p", HTB, new Count(8, 6)));
        assertTrue(applied.isApplied("p", HTB, new Count(9, 7)));
        assertTrue(applied.isApplied("p", HTB, new Count(10, 9)), "later changes do not matter");
    }

    @Test
    void changedRowsMustBeAppliedAgain() {
        assertTrue(applied.isApplied("p", HTB, new Count(7, 7)));
        assertFalse(applied.isApplied("p", CAKE, new Count(8, 7)));
        assertFalse(applied.isApplied("q", HTB, new Count(8, 7)));
        applied.isApplied("r", HTB, new Count(7, 7));
        applied.forget("r");
        assertFalse(applied.isApplied("r", HTB, new Count(8, 7)));
    }

    @Test
    void aNewDatabaseCountsFromZero() {
        assertTrue(applied.isApplied("p", HTB, new Count(7, 7)));
        assertTrue(applied.isApplied("p", HTB, new Count(2, 2)));
        assertTrue(applied.isApplied("p", HTB, Count.UNKNOWN), "upstream's southbound reports none");
    }
}
