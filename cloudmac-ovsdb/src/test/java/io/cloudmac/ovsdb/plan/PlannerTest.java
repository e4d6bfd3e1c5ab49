// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.plan.Operation.Delete;
import io.cloudmac.ovsdb.plan.Operation.Insert;
import io.cloudmac.ovsdb.plan.Operation.Update;
import io.cloudmac.ovsdb.plan.Operation.Wait;
import io.cloudmac.ovsdb.plan.Operation.WaitAbsent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.Test;

/** Checks the plan for given configured rows and rows of the switch. */
public class PlannerTest {
    private static final RowKey Q1 = new RowKey("Queue", "queue://1");
    private static final RowKey Q2 = new RowKey("Queue", "queue://2");
    private static final RowKey QOS = new RowKey("QoS", "qos://1");
    private static final RowKey P1 = new RowKey("Port", "p1");
    private static final RowKey BR0 = new RowKey("Bridge", "br0");
    private static final UUID U1 = new UUID(0, 1);
    private static final UUID U2 = new UUID(0, 2);
    private static final UUID UQOS = new UUID(0, 3);
    private static final UUID UP1 = new UUID(0, 4);

    private final Map<RowKey, DesiredRow> rows = new LinkedHashMap<>();
    private Snapshot actual = Snapshot.EMPTY;

    @Test
    public void emptyConfigurationAndEmptySwitchGiveAnEmptyPlan() {
        assertEquals(List.of(), plan().operations());
    }

    @Test
    public void newRowsAreInsertedInOneTransactionAndReferByName() {
        wantAll();
        haveBridge(Datum.EMPTY);
        final Plan plan = plan();
        assertEquals(List.of("WaitAbsent Queue queue://1", "Insert Queue queue://1", "WaitAbsent QoS qos://1",
            "Insert QoS qos://1", "Wait Port p1", "Update Port p1"), describe(plan));
        assertEquals("{\"op\":\"insert\",\"table\":\"QoS\",\"uuid-name\":\"row1\",\"row\":{\"type\":\"linux-htb\","
            + "\"queues\":[\"map\",[[0,[\"named-uuid\",\"row0\"]]]],"
            + "\"external_ids\":[\"map\",[[\"opendaylight-qos-id\",\"qos://1\"]]]}}",
            plan.operations().get(3).toJson().toString());
        assertEquals("{\"op\":\"update\",\"table\":\"Port\",\"where\":[[\"_uuid\",\"==\",[\"uuid\",\"" + UP1
            + "\"]]],\"row\":{\"qos\":[\"named-uuid\",\"row1\"]}}", plan.operations().get(5).toJson().toString());
    }

    @Test
    public void rowsThatAreAsConfiguredAreNotChanged() {
        wantAll();
        haveAll();
        assertEquals(List.of(), describe(plan()));
    }

    @Test
    public void updatesOnlyChangedColumnsAndWaitsForTheirOldValues() {
        wantAll();
        haveAll();
        have("Queue", U1, Map.of("external_ids", mark(Q1), "other_config", Datum.ofMap(Map.of("min-rate", "9"))));
        want(Q1, Map.of("external_ids", mark(Q1), "other_config", Datum.ofMap(Map.of("min-rate", "5"))));
        final Plan plan = plan();
        assertEquals(List.of("Wait Queue queue://1", "Update Queue queue://1"), describe(plan));
        assertEquals("{\"op\":\"wait\",\"table\":\"Queue\",\"where\":[[\"_uuid\",\"==\",[\"uuid\",\"" + U1
            + "\"]]],\"timeout\":0,\"until\":\"==\",\"columns\":[\"other_config\"],"
            + "\"rows\":[{\"other_config\":[\"map\",[[\"min-rate\",\"9\"]]]}]}",
            plan.operations().get(0).toJson().toString());
        assertEquals(Map.of("other_config", Datum.ofMap(Map.of("min-rate", "5"))),
            ((Update) plan.operations().get(1)).columns());
    }

    @Test
    public void unconfiguredRowsAreDeletedWithTheLastReference() {
        haveAll();
        assertEquals(List.of("Wait Port p1", "Update Port p1", "Delete QoS qos://1", "Delete Queue queue://1"),
            describe(plan()));
    }

    @Test
    public void unconfiguredRowThatAnotherRowUsesIsKept() {
        have("Queue", U1, Map.of("external_ids", mark(Q1)));
        have("QoS", UQOS, Map.of("queues", Datum.ofMap(Map.of(3L, U1))));
        final Plan plan = plan();
        assertEquals(List.of(), describe(plan));
        assertEquals("in use", plan.kept().get(Q1).code());
        have("QoS", UQOS, Map.of("queues", Datum.EMPTY_MAP));
        assertEquals(List.of("Delete Queue queue://1"), describe(plan()));
    }

    @Test
    public void rowsWithoutOurMarkAreNeverChanged() {
        have("Queue", U1, Map.of("external_ids", Datum.ofMap(Map.of("owner", "somebody"))));
        have("QoS", UQOS, Map.of("queues", Datum.ofMap(Map.of(0L, U1))));
        haveBridge(Datum.of(UQOS));
        assertEquals(List.of(), describe(plan()));
    }

    @Test
    public void duplicateOfOurRowIsDeleted() {
        wantAll();
        haveAll();
        have("Queue", U2, Map.of("external_ids", mark(Q1)));
        assertEquals(List.of("Delete Queue queue://1"), describe(plan()));
        assertEquals("the one in use stays", U2, ((Delete) plan().operations().get(0)).uuid());
    }

    @Test
    public void referenceToUnconfiguredRowDefersTheRowAndItsReferrers() {
        wantAll();
        rows.remove(Q1);
        haveBridge(Datum.EMPTY);
        final Plan plan = plan();
        assertEquals(List.of(), describe(plan));
        assertEquals(Problem.MISSING_REFERENCE, plan.problems().get(QOS).code());
        assertEquals(Problem.MISSING_REFERENCE, plan.problems().get(P1).code());
    }

    @Test
    public void rejectedRowDefersOnlyItsReferrers() {
        wantAll();
        want(Q2, Map.of("external_ids", mark(Q2)));
        haveBridge(Datum.EMPTY);
        final Plan plan = Planner.plan(desired(), actual, Map.of(Q1, new Problem("x", "y", false)));
        assertEquals(List.of("WaitAbsent Queue queue://2", "Insert Queue queue://2"), describe(plan));
        assertEquals("x", plan.problems().get(Q1).code());
    }

    @Test
    public void rejectedUpdateOfAnExistingRowDefersNoOther() {
        wantAll();
        haveAll();
        have("Port", UP1, Map.of("name", Datum.of("p1"), "qos", Datum.EMPTY));
        want(Q1, Map.of("external_ids", mark(Q1), "dscp", Datum.of(99L)));
        assertEquals(List.of("Wait Port p1", "Update Port p1"),
            describe(Planner.plan(desired(), actual, Map.of(Q1, new Problem("x", "y", false)))));
    }

    @Test
    public void rowOfARejectedEntryKeepsItsReferences() {
        wantAll();
        haveAll();
        rows.remove(Q1);
        want(QOS, Map.of("type", Datum.of("bad"), "queues", Datum.EMPTY_MAP, "external_ids", mark(QOS)));
        final Plan plan = Planner.plan(desired(), actual, Map.of(QOS, new Problem("x", "y", false)));
        assertEquals("the queue is still in the QoS row of the switch", List.of(), describe(plan));
        assertTrue(plan.kept().containsKey(Q1));
    }

    @Test
    public void portMustBeInItsBridge() {
        wantAll();
        haveBridge(Datum.EMPTY);
        have("Bridge", new UUID(0, 9), Map.of("name", Datum.of("br0"), "ports", Datum.EMPTY));
        assertEquals(Problem.NO_SUCH_PORT, plan().problems().get(P1).code());
    }

    @Test
    public void rejectedDeletionIsNotRepeatedAtOnce() {
        have("Queue", U1, Map.of("external_ids", mark(Q1)));
        final Problem refused = new Problem("not allowed", "", false);
        final Plan plan = Planner.plan(desired(), actual, Map.of(Q1, refused));
        assertEquals(List.of(), describe(plan));
        assertEquals(refused, plan.kept().get(Q1));
    }

    private void wantAll() {
        want(Q1, Map.of("external_ids", mark(Q1)));
        final Map<String, Datum> qos = new LinkedHashMap<>();
        qos.put("type", Datum.of("linux-htb"));
        qos.put("queues", Datum.ofMap(Map.of(0L, Q1)));
        qos.put("external_ids", mark(QOS));
        want(QOS, qos);
        rows.put(P1, DesiredRow.of(P1, BR0, Map.of("qos", Datum.of(QOS))));
    }

    private void want(final RowKey key, final Map<String, Datum> columns) {
        rows.put(key, DesiredRow.free(key, columns));
    }

    private void haveAll() {
        have("Queue", U1, Map.of("external_ids", mark(Q1)));
        have("QoS", UQOS, Map.of("type", Datum.of("linux-htb"), "queues", Datum.ofMap(Map.of(0L, U1)),
            "external_ids", mark(QOS)));
        haveBridge(Datum.of(UQOS));
    }

    private void haveBridge(final Datum qosOfPort) {
        have("Port", UP1, Map.of("name", Datum.of("p1"), "qos", qosOfPort));
        have("Bridge", new UUID(0, 9), Map.of("name", Datum.of("br0"), "ports", Datum.of(UP1)));
    }

    private void have(final String table, final UUID uuid, final Map<String, Datum> columns) {
        final Map<UUID, Optional<Row>> change = new HashMap<>();
        change.put(uuid, Optional.of(new Row(uuid, columns)));
        actual = actual.apply(Map.of(table, change));
    }

    private DesiredState desired() {
        return DesiredState.of(rows);
    }

    private Plan plan() {
        return Planner.plan(desired(), actual, Map.of());
    }

    private static Datum mark(final RowKey key) {
        return Datum.ofMap(Map.of(Tables.mark(key.table()), key.id()));
    }

    private static List<String> describe(final Plan plan) {
        final List<String> names = new ArrayList<>();
        for (final Operation operation : plan.operations()) {
            assertTrue(operation instanceof Insert || operation instanceof Update || operation instanceof Delete
                || operation instanceof Wait || operation instanceof WaitAbsent);
            names.add(operation.getClass().getSimpleName() + " " + operation.key());
        }
        return names;
    }
}
