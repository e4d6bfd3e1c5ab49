// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;

/** What a rule does with a frame; a rule without any drops it. */
public sealed interface Action {
    /**
     * Sends it to the controller.
     *
     * @param octets how much of it at most
     */
    record ToController(int octets) implements Action {
        /** All of it. */
        public static final int WHOLE = 0xffff;

        /** Sends it as a whole. */
        public ToController() {
            this(WHOLE);
        }

        @Override
        public String toString() {
            return octets == WHOLE ? "controller" : "controller:" + octets;
        }
    }

    /** Has a later table decide what else becomes of it; the last action of its rule. */
    record GoToTable(int table) implements Action {
        @Override
        public String toString() {
            return "goto_table:" + table;
        }
    }

    /** Sends it out of a port. */
    record Output(PortId port) implements Action {
        @Override
        public String toString() {
            return "output:" + port.number();
        }
    }

    /** Sends it back out of the port where it came in, which plain output does not. */
    record OutputBack() implements Action {
        @Override
        public String toString() {
            return "output:in_port";
        }
    }

    /** Chooses the queue for the outputs that follow. */
    record SetQueue(long queue) implements Action {
        @Override
        public String toString() {
            return "set_queue:" + queue;
        }
    }

    /** Replaces the source address: on the downlink, the radio tag. */
    record SetSource(Mac address) implements Action {
        @Override
        public String toString() {
            return "set_field:" + address + "->eth_src";
        }
    }
}
