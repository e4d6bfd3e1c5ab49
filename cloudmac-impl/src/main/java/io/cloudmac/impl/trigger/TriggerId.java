// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A trigger of a tenant. No name has an underscore, so the name at a node is unique.
 *
 * @param tenant the tenant
 * @param trigger the trigger's name
 */
record TriggerId(String tenant, String trigger) {
    private static final Pattern AT_NODE =
        Pattern.compile("([A-Za-z0-9][A-Za-z0-9-]{0,15})_([A-Za-z0-9][A-Za-z0-9-]{0,30})");

    /** Returns the trigger that has a name at a node; empty if the name is not of a configured trigger's kind. */
    static Optional<TriggerId> of(final String atNode) {
        final Matcher matcher = AT_NODE.matcher(atNode);
        return matcher.matches() ? Optional.of(new TriggerId(matcher.group(1), matcher.group(2))) : Optional.empty();
    }

    /** Returns the name at a node. */
    String atNode() {
        return tenant + "_" + trigger;
    }
}
