// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentAirtime;
import java.util.List;
import java.util.Map;

/** Reports how WTPs share the air. Thread-safe. */
public interface AirtimeStatus {
    /**
     * Shares of the air at one WTP.
     *
     * @param radios the last report of each radio; empty before the first one
     * @param problem why the WTP lacks the configured state or does not report; empty without a problem
     */
    record WtpAirtime(List<AgentAirtime> radios, String problem) {
        public WtpAirtime {
            radios = List.copyOf(radios);
        }
    }

    /** Returns the shares of the air at each WTP with a session. */
    Map<Mac, WtpAirtime> airtime();
}
