// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the body of a request must be. */
@FunctionalInterface
interface BodyRule {
    /** Lists of a tenant that its own accounts write. */
    Set<String> LISTS = Set.of("image", "lvnf", "chain", "trigger");

    /** Any body, which is not read. */
    BodyRule ANY = body -> true;
    /** One node of any name. */
    BodyRule ONE = body -> body.size() == 1;
    /** A new entry of a list of the tenant. */
    BodyRule CHILD = body -> body.size() == 1 && LISTS.contains(plain(body.fieldNames().next()));

    /** Returns true if the rule allows the body, an object. */
    boolean allows(JsonNode body);

    /** Returns a rule that allows what either rule allows. */
    static BodyRule either(final BodyRule one, final BodyRule other) {
        return one == ANY && other == ANY ? ANY : body -> one.allows(body) || other.allows(body);
    }

    /** Returns the rule that the body is one node of a name, as in a request that writes this node. */
    static BodyRule node(final String name) {
        return body -> only(body, name).isPresent();
    }

    /** Returns the rule that the body is the input of an RPC for a tenant. */
    static BodyRule input(final String tenant) {
        return body -> only(body, "input").flatMap(input -> single(input, "tenant"))
            .filter(value -> value.isTextual() && value.textValue().equals(tenant)).isPresent();
    }

    /** Returns the rule that the body has only the part of a tenant's entry that its accounts may write. */
    static BodyRule entry(final String tenant) {
        return body -> only(body, "tenant").filter(entries -> isEntry(entries, tenant)).isPresent();
    }

    /** Returns the rule that the body has the tenants' list with one entry, which {@link #entry} allows. */
    static BodyRule tenants(final String tenant) {
        return body -> only(body, "tenants").flatMap(tenants -> only(tenants, "tenant"))
            .filter(entries -> isEntry(entries, tenant)).isPresent();
    }

    private static boolean isEntry(final JsonNode entries, final String tenant) {
        if (!entries.isArray() || entries.size() != 1 || !entries.get(0).isObject()) {
            return false;
        }
        final JsonNode entry = entries.get(0);
        final boolean isNamed = single(entry, "name")
            .filter(name -> name.isTextual() && name.textValue().equals(tenant)).isPresent();
        for (final Map.Entry<String, JsonNode> field : entry.properties()) {
            final String name = plain(field.getKey());
            if (!name.equals("name") && !LISTS.contains(name)) {
                return false;
            }
        }
        return isNamed;
    }

    // The value of the only field, with or without the prefix of the module.
    private static Optional<JsonNode> only(final JsonNode node, final String name) {
        return node.isObject() && node.size() == 1 ? single(node, name) : Optional.empty();
    }

    // The value of a field that is there once, with or without the prefix of the module.
    private static Optional<JsonNode> single(final JsonNode node, final String name) {
        JsonNode found = null;
        for (final Map.Entry<String, JsonNode> field : node.properties()) {
            if (plain(field.getKey()).equals(name)) {
                if (found != null) {
                    return Optional.empty();
                }
                found = field.getValue();
            }
        }
        return Optional.ofNullable(found);
    }

    private static String plain(final String name) {
        return name.startsWith("cloudmac-nfv:") ? name.substring("cloudmac-nfv:".length()) : name;
    }
}
