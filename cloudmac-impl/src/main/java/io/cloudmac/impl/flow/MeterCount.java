// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

/**
 * What the meters of a kind have counted at a switch.
 *
 * @param node the switch
 * @param meter which kind
 * @param passed frames that reached the controller
 * @param dropped frames above the limit
 */
public record MeterCount(String node, Meter meter, long passed, long dropped) {
    /** With what another meter of the same kind has counted at the same switch. */
    MeterCount plus(final MeterCount other) {
        return new MeterCount(node, meter, passed + other.passed, dropped + other.dropped);
    }
}
