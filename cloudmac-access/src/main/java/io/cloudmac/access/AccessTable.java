// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import io.cloudmac.access.Caller.Role;
import io.cloudmac.access.RequestPath.Area;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides which role may send which request, and refuses everything that the table does not name.
 *
 * <p>An administrator may send everything, in every spelling; the table is not asked.
 */
final class AccessTable {
    /** The query for what a tenant sees of the packet nodes: enough to choose one. */
    static final String NODES_QUERY = "content=nonconfig&fields=packet-node(name;session)";

    private static final Set<String> READ = Set.of("GET", "HEAD");
    private static final Set<String> WRITE = Set.of("PUT", "PATCH", "POST", "DELETE");
    private static final Set<String> OPERATED = Set.of("cloudmac", "cloudmac-qos", "cloudmac-nfv", "network-topology");
    private static final Set<String> SEEN = Set.of("cloudmac", "cloudmac-qos", "cloudmac-nfv", "cloudmac-state",
        "cloudmac-learned", "cloudmac-changes", "cloudmac-alarms", "cloudmac-ovsdb", "network-topology",
        "opendaylight-inventory", "ietf-yang-library", "ietf-restconf-monitoring");
    private static final Set<String> OPERATED_RPCS = Set.of("cloudmac", "cloudmac-changes", "cloudmac-qos",
        "cloudmac-nfv", "cloudmac-ovsdb");
    private static final String NFV = "cloudmac-nfv";
    private static final String QUERY = "cloudmac-query";
    private static final Set<String> QUERY_RPCS = Set.of("query-stations", "query-wtps", "query-decisions");
    private static final String EVENTS = "cloudmac-events";
    private static final String EVENTS_RPC = "events-since";
    /** Not read-ncqm, for which WTPs send frames. */
    private static final Set<String> READING_RPCS = Set.of("read-handler", "read-counters", "read-events",
        "read-ucqm", "read-lqm");
    private static final Set<String> TENANT_RPCS = Set.of("read-handler", "read-counters", "read-events",
        "write-handler", "place-service");
    /** Characters that no name of a tenant's has, and that could lead elsewhere if the key were decoded again. */
    private static final Pattern LEADING = Pattern.compile("[/\\\\;%]");
    private static final String MOUNT = "yang-ext";

    private AccessTable() {
    }

    /**
     * Decides about a request.
     *
     * @param caller who sends it
     * @param method HTTP method, in capitals as it was sent
     * @param path its path
     * @param contentType media type of the body; null if there is none
     */
    static Verdict decide(final Caller caller, final String method, final RequestPath path, final String contentType) {
        if (path.steps().stream().anyMatch(step -> step.module().equals(MOUNT))) {
            return new Verdict.Refused();
        }
        if (caller.roles().contains(Role.OPERATOR) && mayOperate(method, path, contentType)
                || caller.roles().contains(Role.OPERATOR) && maySee(method, path)
                || caller.roles().contains(Role.VIEWER) && maySee(method, path)) {
            return new Verdict.Allowed();
        }
        return caller.tenants().stream()
            .map(tenant -> ofTenant(tenant, method, path))
            .filter(verdict -> !(verdict instanceof Verdict.Refused))
            .reduce((one, other) -> new Verdict.Allowed(
                BodyRule.either(((Verdict.Allowed) one).body(), ((Verdict.Allowed) other).body()), one.query()))
            .orElseGet(Verdict.Refused::new);
    }

    /** Returns true if a request calls an RPC that changes nothing, although RESTCONF calls it by POST. */
    static boolean isReadingRpc(final String method, final RequestPath path) {
        return path.area() == Area.OPERATIONS && method.equals("POST")
            && (rpc(path, NFV).filter(READING_RPCS::contains).isPresent()
                || rpc(path, QUERY).filter(QUERY_RPCS::contains).isPresent()
                || rpc(path, EVENTS).filter(EVENTS_RPC::equals).isPresent());
    }

    private static boolean maySee(final String method, final RequestPath path) {
        return switch (path.area()) {
            case DATA -> READ.contains(method) && module(path).filter(SEEN::contains).isPresent();
            case OPERATIONS -> READ.contains(method) || isReadingRpc(method, path);
            default -> READ.contains(method);
        };
    }

    private static boolean mayOperate(final String method, final RequestPath path, final String contentType) {
        return switch (path.area()) {
            // A patch of RFC 8072 names its targets in its body.
            case DATA -> WRITE.contains(method) && module(path).filter(OPERATED::contains).isPresent()
                && (contentType == null || !contentType.toLowerCase(Locale.ROOT).contains("patch"));
            case OPERATIONS -> method.equals("POST") && path.steps().size() == 1
                && module(path).filter(OPERATED_RPCS::contains).isPresent();
            default -> false;
        };
    }

    private static Verdict ofTenant(final String tenant, final String method, final RequestPath path) {
        final List<Step> steps = path.steps();
        if (path.area() == Area.OPERATIONS) {
            return method.equals("POST") && rpc(path, NFV).filter(TENANT_RPCS::contains).isPresent()
                ? new Verdict.Allowed(BodyRule.input(tenant)) : new Verdict.Refused();
        }
        if (path.area() != Area.DATA || steps.isEmpty() || steps.stream().flatMap(step -> step.keys().stream())
                .anyMatch(key -> LEADING.matcher(key).find())) {
            return new Verdict.Refused();
        }
        if (READ.contains(method)) {
            return read(tenant, steps);
        }
        return WRITE.contains(method) ? written(tenant, method, steps) : new Verdict.Refused();
    }

    private static Verdict read(final String tenant, final List<Step> steps) {
        final Step first = steps.get(0);
        if (isOwn(tenant, steps)) {
            return new Verdict.Allowed();
        }
        if (first.is(NFV, "nfv-state") && first.keys().isEmpty() && steps.size() == 1) {
            return new Verdict.Allowed(BodyRule.ANY, NODES_QUERY);
        }
        final boolean isState = first.is(NFV, "nfv-state") && isOwnEntry(tenant, steps, "lvnf")
            || first.is(NFV, "chain-state") && isOwnEntry(tenant, steps, "chain");
        return isState ? new Verdict.Allowed() : new Verdict.Refused();
    }

    private static Verdict written(final String tenant, final String method, final List<Step> steps) {
        if (isOwn(tenant, steps)) {
            if (steps.size() > 2) {
                // A new child has its own name, and everything else the name of the last step.
                return isTenants(steps.get(2)) ? new Verdict.Allowed(method.equals("POST") ? BodyRule.ONE
                    : BodyRule.node(steps.get(steps.size() - 1).name())) : new Verdict.Refused();
            }
            // The entry also has the flow space and the quota, so the body decides.
            return switch (method) {
                case "PATCH" -> new Verdict.Allowed(BodyRule.entry(tenant));
                case "POST" -> new Verdict.Allowed(BodyRule.CHILD);
                default -> new Verdict.Refused();
            };
        }
        return steps.size() == 1 && steps.get(0).is(NFV, "tenants") && steps.get(0).keys().isEmpty()
            && method.equals("PATCH") ? new Verdict.Allowed(BodyRule.tenants(tenant)) : new Verdict.Refused();
    }

    private static boolean isTenants(final Step step) {
        return (step.module().isEmpty() || step.module().equals(NFV)) && BodyRule.LISTS.contains(step.name());
    }

    private static boolean isOwn(final String tenant, final List<Step> steps) {
        return steps.size() >= 2 && steps.get(0).is(NFV, "tenants") && steps.get(0).keys().isEmpty()
            && hasName(steps.get(1), "tenant") && steps.get(1).keys().equals(List.of(tenant));
    }

    private static boolean isOwnEntry(final String tenant, final List<Step> steps, final String list) {
        return steps.size() >= 2 && steps.get(0).keys().isEmpty() && hasName(steps.get(1), list)
            && steps.get(1).keys().size() == 2 && steps.get(1).keys().get(0).equals(tenant);
    }

    private static boolean hasName(final Step step, final String name) {
        return step.name().equals(name) && (step.module().isEmpty() || step.module().equals(NFV));
    }

    private static Optional<String> module(final RequestPath path) {
        return path.steps().isEmpty() ? Optional.empty() : Optional.of(path.steps().get(0).module());
    }

    private static Optional<String> rpc(final RequestPath path, final String module) {
        return path.steps().size() == 1 && path.steps().get(0).module().equals(module)
            && path.steps().get(0).keys().isEmpty() ? Optional.of(path.steps().get(0).name()) : Optional.empty();
    }
}
