// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;

/** An action of a flow rule on a frame. A rule without actions drops the frame. */
public sealed interface Action {
    /**
     * Sends the frame to the controller.
     *
     * @param octets greatest number of octets to send
     */
    record ToController(int octets) implements Action {
        /** Sends all octets. */
        public static final int WHOLE = 0xffff;

        /** Creates an action that sends the whole frame. */
        public ToController() {
            this(WHOLE);
        }

        @Override
        public String toString() {
            return octets == WHOLE ? "controller" : "controller:" + octets;
        }
    }

    /** Passes the frame to a later table. It is the last action of its rule. */
    record GoToTable(int table) implements Action {
        @Override
        public String toString() {
            return "goto_table:" + table;
        }
    }

    /** Sends the frame out of a port. */
    record Output(PortId port) implements Action {
        @Override
        public String toString() {
            return "output:" + port.number();
        }
    }

    /** Sends the frame back out of its ingress port, which a plain output refuses. */
    record OutputBack() implements Action {
        @Override
        public String toString() {
            return "output:in_port";
        }
    }

    /** Sets the queue for the outputs that follow. */
    record SetQueue(long queue) implements Action {
        @Override
        public String toString() {
            return "set_queue:" + queue;
        }
    }

    /** Replaces the source address, which is the radio tag on the downlink. */
    record SetSource(Mac address) implements Action {
        @Override
        public String toString() {
            return "set_field:" + address + "->eth_src";
        }
    }

    /** Adds a VLAN tag outside of all others, with VLAN id 0. */
    record PushVlan() implements Action {
        /** The ethertype of the tag: 802.1Q. */
        public static final int ETHERTYPE = 0x8100;

        @Override
        public String toString() {
            return "push_vlan:0x8100";
        }
    }

    /** Removes the outer VLAN tag. */
    record PopVlan() implements Action {
        @Override
        public String toString() {
            return "pop_vlan";
        }
    }

    /** Sets the VLAN id of the outer tag. */
    record SetVlan(int id) implements Action {
        @Override
        public String toString() {
            return "set_field:" + (VlanTag.PRESENT_BIT | id) + "->vlan_vid";
        }
    }

    /** Lets the actions and tables that follow see a frame as one from another port. */
    record SetInPort(PortId port) implements Action {
        @Override
        public String toString() {
            return "set_field:" + port.number() + "->in_port";
        }
    }

    /** Sets the metadata of the frame, which rules can match. */
    record SetMetadata(int value) implements Action {
        @Override
        public String toString() {
            return "set_field:0x" + Integer.toHexString(value) + "->metadata";
        }
    }

    /**
     * Looks the frame up in table 0 again. The form of this action that names a port would do so for the lookup only:
     * the action NORMAL would still see the port where the frame came in. {@link SetInPort} changes both.
     */
    record Resubmit() implements Action {
        @Override
        public String toString() {
            return "resubmit(,0)";
        }
    }
}
