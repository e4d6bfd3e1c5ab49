// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.time.Instant;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The time of the component's activation, in seconds since 1970. */
@Component(service = Term.class)
public final class ClockTerm implements Term {
    private final long value;

    /** Reads the clock. */
    @Activate
    public ClockTerm() {
        value = Instant.now().getEpochSecond();
    }

    @Override
    public long value() {
        return value;
    }
}
