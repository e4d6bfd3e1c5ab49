// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.orchestrator;

/**
 * An LVNF that a service needs.
 *
 * @param name its name
 * @param processor what it needs of its node's processors, percent of one
 * @param memory what it needs of its node's memory, MB
 */
public record ServicePart(String name, long processor, long memory) {
}
