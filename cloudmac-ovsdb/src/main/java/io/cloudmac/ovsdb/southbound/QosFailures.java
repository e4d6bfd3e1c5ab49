// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.plan.Problem;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows of QoS and Queue that the database has but ovs-vswitchd could not apply to a port. An Open vSwitch with
 * CloudMAC's patches says so in the status of each interface of the port. {@link PortTypes} knows what any Open vSwitch
 * cannot apply.
 */
final class QosFailures {
    /** A failure of one queue, which leaves the QoS and its other queues in effect. */
    private static final Pattern QUEUE = Pattern.compile("queue (\\d{1,10}): .*", Pattern.DOTALL);

    private final Snapshot snapshot;
    private final Map<RowKey, Problem> problems = new LinkedHashMap<>();

    private QosFailures(final Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** Returns the problems of this controller's rows; none while ovs-vswitchd has not applied the last change. */
    static Map<RowKey, Problem> of(final Snapshot snapshot) {
        final QosFailures failures = new QosFailures(snapshot);
        if (snapshot.rows(Tables.OPEN_VSWITCH).stream().anyMatch(QosFailures::isApplied)) {
            snapshot.rows(Tables.PORT).forEach(failures::addPort);
        }
        return failures.problems;
    }

    private static boolean isApplied(final Row root) {
        return root.integer("cur_cfg").orElse(0L) >= root.integer("next_cfg").orElse(0L);
    }

    private void addPort(final Row port) {
        final Optional<Row> qos = port.column("qos").single(UUID.class)
            .flatMap(uuid -> snapshot.row(Tables.QOS, uuid));
        qos.ifPresent(row -> port.references("interfaces").stream().sorted()
            .flatMap(uuid -> snapshot.row(Tables.INTERFACE, uuid).stream())
            .forEach(iface -> addInterface(iface, row)));
    }

    private void addInterface(final Row iface, final Row qos) {
        final String unsuitable = PortTypes.noQueues(iface.string("type").orElse(""),
            qos.string("type").orElse("")).orElse(null);
        final String error = unsuitable == null ? iface.stringMap("status").get("qos_error") : unsuitable;
        if (error == null) {
            return;
        }
        final Problem problem = new Problem(Problem.NOT_APPLIED,
            iface.string(Tables.NAME).orElse("?") + ": " + error, true);
        final Matcher matcher = QUEUE.matcher(error);
        final Map<Object, Object> queues = Map.copyOf(qos.column("queues").map());
        final Optional<RowKey> culprit = matcher.matches()
            ? queueKey(queues.get(Long.valueOf(matcher.group(1)))) : Optional.empty();
        if (culprit.isPresent()) {
            problems.putIfAbsent(culprit.orElseThrow(), problem);
            return;
        }
        Tables.owned(Tables.QOS, qos).ifPresent(key -> problems.putIfAbsent(key, problem));
        if (!matcher.matches()) {
            queues.values().forEach(queue -> queueKey(queue).ifPresent(key -> problems.putIfAbsent(key, problem)));
        }
    }

    private Optional<RowKey> queueKey(final Object uuid) {
        return uuid instanceof UUID queue
            ? snapshot.row(Tables.QUEUE, queue).flatMap(row -> Tables.owned(Tables.QUEUE, row)) : Optional.empty();
    }
}
