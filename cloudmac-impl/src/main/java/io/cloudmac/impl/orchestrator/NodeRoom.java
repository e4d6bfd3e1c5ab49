// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.orchestrator;

/**
 * What a packet node has left.
 *
 * @param name its name
 * @param processor percent of one processor; {@link #UNBOUNDED} if its capacity is not configured
 * @param memory MB; {@link #UNBOUNDED} if its capacity is not configured
 * @param lvnfs number of LVNFs
 * @param load LVNFs that it has
 * @param distance number of links from the source of the service to its switch
 */
public record NodeRoom(String name, long processor, long memory, long lvnfs, long load, int distance) {
    /** Of a value that is not counted. */
    public static final long UNBOUNDED = Long.MAX_VALUE;
    /** Distance of a node that no links lead to, or of a service without a source. */
    public static final int UNKNOWN = Integer.MAX_VALUE;

    boolean holds(final ServicePart part) {
        return lvnfs > 0 && processor >= part.processor() && memory >= part.memory();
    }

    /** Returns the room after an LVNF has come to the node. */
    NodeRoom with(final ServicePart part) {
        return new NodeRoom(name, less(processor, part.processor()), less(memory, part.memory()), lvnfs - 1, load + 1,
            distance);
    }

    private static long less(final long left, final long taken) {
        return left == UNBOUNDED ? UNBOUNDED : left - taken;
    }

    /** Returns true if no LVNF can tell the two nodes apart. */
    boolean isLike(final NodeRoom other) {
        return processor == other.processor && memory == other.memory && lvnfs == other.lvnfs && load == other.load
            && distance == other.distance;
    }

    String left(final ServicePart part) {
        if (lvnfs <= 0) {
            return name + " has no room for another LVNF";
        }
        return processor < part.processor() ? name + " has " + processor + " % of a processor left"
            : name + " has " + memory + " MB left";
    }
}
