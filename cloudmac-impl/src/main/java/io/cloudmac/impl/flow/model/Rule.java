// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** A flow rule of a switch. It is a value, and remembers its cookie, which each audit needs. */
public final class Rule {
    /** The upper 16 bits of the cookies of all CloudMAC rules. */
    public static final long COOKIE = 0x1337_0000_0000_0000L;
    /** The bits of a cookie that mark a CloudMAC rule. */
    public static final long COOKIE_MASK = 0xffff_0000_0000_0000L;

    private static final String ID_PREFIX = "cloudmac-";
    private static final int ID_DIGITS = 12;

    private final int table;
    private final int priority;
    private final Match match;
    private final int meter;
    private final List<Action> actions;
    /** The cookie; 0: not computed yet. */
    private volatile long cookie;

    /**
     * Creates a rule.
     *
     * @param table one of {@link io.cloudmac.impl.openflow.FlowTables}
     * @param priority priority; the matching rule with the highest one applies
     * @param match the frames that the rule applies to
     * @param meter number of the meter; 0: none
     * @param actions the actions in order; none: the frames are dropped
     */
    public Rule(final int table, final int priority, final Match match, final int meter, final List<Action> actions) {
        this.table = table;
        this.priority = priority;
        this.match = match;
        this.meter = meter;
        this.actions = List.copyOf(actions);
    }

    /** Creates a rule in table 0. */
    public Rule(final int priority, final Match match, final int meter, final List<Action> actions) {
        this(0, priority, match, meter, actions);
    }

    public int table() {
        return table;
    }

    public int priority() {
        return priority;
    }

    public Match match() {
        return match;
    }

    public int meter() {
        return meter;
    }

    public List<Action> actions() {
        return actions;
    }

    /**
     * Returns the cookie that identifies the rule at its switch. It depends on table, match and priority only, as a
     * switch has one rule for each of these. Other actions change that rule.
     */
    public long cookie() {
        if (cookie == 0) {
            cookie = COOKIE | ~COOKIE_MASK & Hashing.sha256()
                .hashString((table == 0 ? "" : "table " + table + " ") + priority + " " + match,
                    StandardCharsets.US_ASCII).asLong();
        }
        return cookie;
    }

    /** Returns the name of the rule. */
    public String id() {
        return ID_PREFIX + HexFormat.of().toHexDigits(cookie() & ~COOKIE_MASK, ID_DIGITS);
    }

    /** Returns true if a name belongs to a CloudMAC rule. */
    public static boolean isOurs(final String id) {
        return id.startsWith(ID_PREFIX);
    }

    /** Returns the actions in the syntax of {@code ovs-ofctl}. */
    public String actionsText() {
        final String text = actions.isEmpty() ? "drop"
            : String.join(",", actions.stream().map(Object::toString).toList());
        return meter == 0 ? text : "meter:" + meter + "," + text;
    }

    @Override
    public boolean equals(final Object other) {
        return other == this || other instanceof Rule rule && table == rule.table && priority == rule.priority
            && meter == rule.meter && match.equals(rule.match) && actions.equals(rule.actions);
    }

    @Override
    public int hashCode() {
        return Objects.hash(table, priority, match);
    }

    @Override
    public String toString() {
        return "Rule[table=" + table + ", priority=" + priority + ", match=" + match + ", " + actionsText() + ']';
    }
}
