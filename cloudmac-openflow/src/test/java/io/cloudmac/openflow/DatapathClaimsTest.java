// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import static org.junit.Assert.assertEquals;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.util.Optional;
import org.junit.Test;
import org.opendaylight.yangtools.yang.common.Uint64;

public class DatapathClaimsTest {
    private static final Uint64 ID = Uint64.valueOf(7);
    private static final InetAddress HOME = InetAddresses.forString("192.0.2.1");
    private static final InetAddress ELSEWHERE = InetAddresses.forString("192.0.2.2");

    private final DatapathClaims claims = new DatapathClaims();

    @Test
    public void openConnectionKeepsItsIdFromAnotherAddress() {
        final var first = new FakeClaimant(HOME);
        assertEquals(Optional.empty(), claims.claim(ID, first));
        assertEquals(Optional.of(first), claims.claim(ID, new FakeClaimant(ELSEWHERE)));
        assertEquals(Optional.of(first), claims.claim(ID, new FakeClaimant(ELSEWHERE)));
        assertEquals("another id is free", Optional.empty(),
            claims.claim(Uint64.valueOf(8), new FakeClaimant(ELSEWHERE)));
    }

    @Test
    public void restartedSwitchClaimsItsIdAgain() {
        final var first = new FakeClaimant(HOME);
        final var second = new FakeClaimant(HOME);
        claims.claim(ID, first);
        assertEquals(Optional.empty(), claims.claim(ID, second));
        claims.release(ID, first);
        assertEquals("the end of the old connection changes nothing",
            Optional.of(second), claims.claim(ID, new FakeClaimant(ELSEWHERE)));
    }

    @Test
    public void eachOpenConnectionRefusesOtherAddresses() {
        final var first = new FakeClaimant(HOME);
        final var second = new FakeClaimant(HOME);
        claims.claim(ID, first);
        claims.claim(ID, second);
        second.open = false;
        assertEquals("the end of the new connection changes nothing",
            Optional.of(first), claims.claim(ID, new FakeClaimant(ELSEWHERE)));
    }

    @Test
    public void closedConnectionHasNoId() {
        final var first = new FakeClaimant(HOME);
        claims.claim(ID, first);
        first.open = false;
        assertEquals(Optional.empty(), claims.claim(ID, new FakeClaimant(ELSEWHERE)));
    }

    @Test
    public void releasedIdIsRemoved() {
        final var first = new FakeClaimant(HOME);
        claims.claim(ID, first);
        claims.release(ID, new FakeClaimant(HOME));
        assertEquals(1, claims.size());
        claims.release(ID, first);
        assertEquals(0, claims.size());
    }

    private static final class FakeClaimant implements DatapathClaims.Claimant {
        private final InetAddress address;
        private boolean open = true;

        FakeClaimant(final InetAddress address) {
            this.address = address;
        }

        @Override
        public InetAddress address() {
            return address;
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }
}
