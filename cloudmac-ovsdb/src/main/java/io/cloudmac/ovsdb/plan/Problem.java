// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

/**
 * Why a configured row is not in the switch.
 *
 * @param code      short reason, for programs: an error string of RFC 7047 or one of the constants here
 * @param text      details, for people
 * @param permanent nothing but a change of configuration can help
 */
public record Problem(String code, String text, boolean permanent) {
    /** It can never be right as it is configured. */
    public static final String INVALID = "invalid";
    /** It refers to something that is not configured, or not in the switch yet. */
    public static final String MISSING_REFERENCE = "missing reference";
    /** The switch has no such port. */
    public static final String NO_SUCH_PORT = "no such port";
    /** The switch has no such bridge. */
    public static final String NO_SUCH_BRIDGE = "no such bridge";
    /** Something else in the switch has the name. */
    public static final String NAME_IN_USE = "name in use";
    /** It is no longer configured, but something of others needs it. */
    public static final String IN_USE = "in use";
    /** Somebody changed it in the switch, and that is to be left so. */
    public static final String CHANGED = "changed in the switch";
    /** The switch is not connected. */
    public static final String NOT_CONNECTED = "not connected";
    /** A transaction for it is under way or about to be. */
    public static final String IN_PROGRESS = "in progress";

    /** Wrong until it is configured otherwise. */
    public static Problem invalid(final String text) {
        return new Problem(INVALID, text, true);
    }

    /** Waits for something else. */
    public static Problem waiting(final String code, final String text) {
        return new Problem(code, text, false);
    }
}
