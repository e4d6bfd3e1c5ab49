// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

/**
 * What a meter has counted.
 *
 * @param node the switch
 * @param meter which of ours
 * @param passed frames that reached the controller
 * @param dropped frames above the limit
 */
public record MeterCount(String node, Meter meter, long passed, long dropped) {
}
