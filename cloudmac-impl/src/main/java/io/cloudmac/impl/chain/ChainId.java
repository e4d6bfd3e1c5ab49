// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import java.util.Comparator;

/** The name of a chain: its tenant, and its name there. */
public record ChainId(String tenant, String chain) implements Comparable<ChainId> {
    private static final Comparator<ChainId> ORDER = Comparator.comparing(ChainId::tenant)
        .thenComparing(ChainId::chain);

    /** Returns the chain's name for an account of a tenant, which must not learn names of other tenants. */
    public String toldTo(final String reader) {
        return reader.equals(tenant) ? "chain " + this : "a chain of another tenant";
    }

    @Override
    public int compareTo(final ChainId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return tenant + "/" + chain;
    }
}
