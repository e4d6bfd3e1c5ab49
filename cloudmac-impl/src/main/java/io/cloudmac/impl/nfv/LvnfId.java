// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An LVNF of a tenant. No name has an underscore, so the name at a node is unique.
 *
 * @param tenant the tenant
 * @param lvnf the LVNF's name
 */
public record LvnfId(String tenant, String lvnf) implements Comparable<LvnfId> {
    private static final Pattern AT_NODE =
        Pattern.compile("([A-Za-z0-9][A-Za-z0-9-]{0,15})_([A-Za-z0-9][A-Za-z0-9-]{0,30})");
    private static final Comparator<LvnfId> ORDER =
        Comparator.comparing(LvnfId::tenant).thenComparing(LvnfId::lvnf);

    /** Returns the LVNF that has a name at a node; empty if the name is not of a configured LVNF's kind. */
    public static Optional<LvnfId> of(final String atNode) {
        final Matcher matcher = AT_NODE.matcher(atNode);
        return matcher.matches() ? Optional.of(new LvnfId(matcher.group(1), matcher.group(2))) : Optional.empty();
    }

    /** Returns the name at a node. */
    public String atNode() {
        return tenant + "_" + lvnf;
    }

    @Override
    public int compareTo(final LvnfId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return lvnf + " of tenant " + tenant;
    }
}
