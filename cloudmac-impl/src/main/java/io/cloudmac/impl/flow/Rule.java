// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A rule of a switch.
 *
 * @param table one of {@link io.cloudmac.impl.openflow.FlowTables}
 * @param priority the highest one that matches decides
 * @param match which frames
 * @param meter number of the meter they must pass; 0: none
 * @param actions what is done with them, in order; none: dropped
 */
public record Rule(int table, int priority, Match match, int meter, List<Action> actions) {
    /** The upper 16 bits of the cookies of all our rules. */
    public static final long COOKIE = 0x1337_0000_0000_0000L;
    /** Which bits tell that a rule is ours. */
    public static final long COOKIE_MASK = 0xffff_0000_0000_0000L;

    private static final String ID_PREFIX = "cloudmac-";

    public Rule {
        actions = List.copyOf(actions);
    }

    /** A rule in table 0. */
    public Rule(final int priority, final Match match, final int meter, final List<Action> actions) {
        this(0, priority, match, meter, actions);
    }

    /**
     * Tells a rule from others of its switch. It follows from table, match and
     * priority alone: what has both in common is one rule for a switch, and
     * other actions are a change of it.
     */
    public long cookie() {
        return COOKIE | ~COOKIE_MASK & Hashing.sha256()
            .hashString((table == 0 ? "" : "table " + table + " ") + priority + " " + match,
                StandardCharsets.US_ASCII).asLong();
    }

    /** Its name in the inventory. */
    public String id() {
        return ID_PREFIX + String.format("%012x", cookie() & ~COOKIE_MASK);
    }

    /** Whether a name in the inventory is one of ours. */
    public static boolean isOurs(final String id) {
        return id.startsWith(ID_PREFIX);
    }

    /** The actions as an operator reads them. */
    public String actionsText() {
        final String text = actions.isEmpty() ? "drop"
            : String.join(",", actions.stream().map(Object::toString).toList());
        return meter == 0 ? text : "meter:" + meter + "," + text;
    }
}
