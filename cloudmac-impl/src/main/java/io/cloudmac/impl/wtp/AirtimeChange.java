// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import java.net.ProtocolException;

/** A change of how a WTP shares the air, at all its radios. */
public sealed interface AirtimeChange {
    /**
     * The settings of a radio's queues.
     *
     * @param scheduler whether stations get shares of the air by their weights
     * @param targetMillis CoDel's target, 1 to 200 ms
     * @param intervalMillis CoDel's interval, 10 to 1000 ms
     */
    record AirtimeSettings(boolean scheduler, int targetMillis, int intervalMillis) implements AirtimeChange {
        /** The defaults of the model and of the agent. */
        public static final AirtimeSettings DEFAULT = new AirtimeSettings(true, 5, 100);

        static AirtimeSettings read(final ObjectNode object) throws ProtocolException {
            return new AirtimeSettings(Json.bool(object, "scheduler"),
                (int) Json.integer(object, "target_ms", 1, 200), (int) Json.integer(object, "interval_ms", 10, 1000));
        }
    }

    /**
     * The weight of a VAP or of a station in the airtime scheduler.
     *
     * @param address the VAP's BSSID or the station's address
     * @param weight 16 to 4096
     */
    record AirtimeWeight(Mac address, int weight) implements AirtimeChange {
        /** The weight of an address without a weight of its own. */
        public static final int DEFAULT = 256;
    }
}
