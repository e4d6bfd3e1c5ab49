// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.contact;

import io.cloudmac.impl.contact.Grounds.Input;
import io.cloudmac.impl.wire.Mac;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The copies of a station's first frame, as the WTPs heard them within a short time. */
final class ContactWindow {
    private final Map<Mac, Input> inputs = new TreeMap<>();
    private final byte[] first;

    ContactWindow(final byte[] first) {
        this.first = first;
    }

    /** The frame that the VAP is to get once the station is bound. */
    byte[] first() {
        return first;
    }

    /** A WTP heard the station. */
    void add(final Mac wtp, final int signal) {
        inputs.merge(wtp, Input.of(wtp, signal, 1), (before, now) ->
            Input.of(wtp, Math.max(before.signal(), now.signal()), before.samples() + 1));
    }

    /** The WTP with the strongest signal, of several the one with the lowest id. */
    Optional<Mac> strongest() {
        return inputs.values().stream()
            .max(Comparator.comparingInt(Input::signal).thenComparing(Input::wtp, Comparator.reverseOrder()))
            .map(Input::wtp);
    }

    List<Input> inputs() {
        return List.copyOf(inputs.values());
    }
}
