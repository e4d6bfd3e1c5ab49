// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What accounts of tenants learn of chains. */
class ChainIdTest {
    @Test
    void onlyItsOwnTenantLearnsTheName() {
        final ChainId chain = new ChainId("red", "web");
        assertEquals("chain red/web", chain.toldTo("red"));
        assertEquals("a chain of another tenant", chain.toldTo("blue"));
    }
}
