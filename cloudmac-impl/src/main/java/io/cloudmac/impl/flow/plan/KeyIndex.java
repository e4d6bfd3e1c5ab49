// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Remembers which WTPs and VAPs the rules of each key depend on. */
final class KeyIndex {
    private final Map<RuleKey, Set<Mac>> uses = new HashMap<>();
    private final Map<Mac, Set<RuleKey>> users = new HashMap<>();

    /** Sets the WTPs and VAPs that a key depends on; none: the key is gone, or depends on none. */
    void set(final RuleKey key, final Set<Mac> now) {
        final Set<Mac> before = now.isEmpty() ? uses.remove(key) : uses.put(key, now);
        if (now.equals(before)) {
            return;
        }
        if (before != null) {
            before.stream().filter(mac -> !now.contains(mac)).forEach(mac -> remove(key, mac));
        }
        now.forEach(mac -> users.computeIfAbsent(mac, first -> new HashSet<>()).add(key));
    }

    private void remove(final RuleKey key, final Mac mac) {
        users.computeIfPresent(mac, (same, keys) -> {
            keys.remove(key);
            return keys.isEmpty() ? null : keys;
        });
    }

    /** Returns the keys that depend on a WTP or a VAP. */
    Set<RuleKey> users(final Mac mac) {
        return users.getOrDefault(mac, Set.of());
    }
}
