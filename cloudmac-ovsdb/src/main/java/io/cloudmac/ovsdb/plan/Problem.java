// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

/**
 * The reason why the switch does not have a configured entry.
 *
 * @param code      short reason for programs: an error string of RFC 7047 or a constant of this class
 * @param text      details for people
 * @param permanent true if only a change of the configuration can help
 */
public record Problem(String code, String text, boolean permanent) {
    /** The configuration of the entry is invalid. */
    public static final String INVALID = "invalid";
    /** The entry refers to one that is not configured or not in the switch yet. */
    public static final String MISSING_REFERENCE = "missing reference";
    /** The switch has no such port. */
    public static final String NO_SUCH_PORT = "no such port";
    /** The switch has no such bridge. */
    public static final String NO_SUCH_BRIDGE = "no such bridge";
    /** Another row of the switch has the name. */
    public static final String NAME_IN_USE = "name in use";
    /** The entry is no longer configured, but a row of others needs it. */
    public static final String IN_USE = "in use";
    /** Another client changed the entry in the switch, and the settings say to leave such changes. */
    public static final String CHANGED = "changed in the switch";
    /** The switch has the entry, but could not apply it to a port. */
    public static final String NOT_APPLIED = "not applied";
    /** The switch is not connected. */
    public static final String NOT_CONNECTED = "not connected";
    /** A transaction for the entry is in progress or about to start. */
    public static final String IN_PROGRESS = "in progress";

    /** Returns a problem that only a change of the configuration can solve. */
    public static Problem invalid(final String text) {
        return new Problem(INVALID, text, true);
    }

    /** Returns a problem that disappears when the switch or another entry changes. */
    public static Problem waiting(final String code, final String text) {
        return new Problem(code, text, false);
    }
}
