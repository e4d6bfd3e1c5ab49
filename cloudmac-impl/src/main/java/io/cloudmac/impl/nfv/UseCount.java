// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.util.HashMap;
import java.util.Map;

/** How many LVNFs use each image, by the image's name at the node. */
final class UseCount {
    private final Map<String, Integer> counts = new HashMap<>();

    void add(final String image) {
        counts.merge(image, 1, Integer::sum);
    }

    void remove(final String image) {
        counts.computeIfPresent(image, (name, count) -> count == 1 ? null : count - 1);
    }

    int of(final String image) {
        return counts.getOrDefault(image, 0);
    }
}
