// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.admission.Authorizations;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Tests which bound stations may be made up. */
class UnprovenTest implements Authorizations {
    private static final StationKey KEY =
        new StationKey(Mac.parse("02:00:00:00:12:34"), Mac.parse("02:5a:00:00:00:01"));
    private static final Predicate<StationKey> SENT = KEY::equals;
    private static final Predicate<StationKey> NOTHING_SENT = key -> false;

    private final Set<StationKey> authorized = new HashSet<>();
    private OptionalLong session = OptionalLong.empty();
    private final Unproven unproven = new Unproven(this);

    @Override
    public OptionalLong reportingSession(final Mac bssid) {
        return session;
    }

    @Override
    public boolean wasAuthorized(final StationKey station) {
        return authorized.contains(station);
    }

    @Override
    public Optional<Instant> heldUntil(final StationKey station, final Instant now) {
        return Optional.empty();
    }

    @Test
    void withoutASessionAFrameProvesAStation() {
        unproven.add(KEY);
        unproven.removeProven(NOTHING_SENT);
        assertTrue(unproven.contains(KEY));
        unproven.removeProven(SENT);
        assertFalse(unproven.contains(KEY));
    }

    @Test
    void withASessionOnlyTheHostProvesAStation() {
        session = OptionalLong.of(1);
        unproven.add(KEY);
        unproven.removeProven(SENT);
        assertTrue(unproven.contains(KEY));
        authorized.add(KEY);
        unproven.removeProven(NOTHING_SENT);
        assertFalse(unproven.contains(KEY));
    }

    @Test
    void afterAnInterruptionAFrameProvesAStation() {
        session = OptionalLong.of(1);
        unproven.add(KEY);
        session = OptionalLong.of(2);
        unproven.removeProven(SENT);
        assertFalse(unproven.contains(KEY), "the report may have been missed");
    }

    @Test
    void aStationThatIsNotBoundIsForgotten() {
        unproven.add(KEY);
        unproven.retain(key -> false);
        assertFalse(unproven.contains(KEY));
    }
}
