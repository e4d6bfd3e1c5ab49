// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.access.caller.RequestUser;
import io.cloudmac.impl.changes.ChangeWriter.RequestedChange;
import io.cloudmac.impl.changes.ConfigurationEffects.Effect;
import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.Preview;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.UndoInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.UndoOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.Change;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.CodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Bindings;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Qos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Wtps;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VapKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.PolicyBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.PolicyKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.WtpKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** Changes, their record, previews and undo over OpenDaylight's own data tree. */
class ChangeWriterTest extends AbstractConcurrentDataBrokerTest {
    private static final WtpId WTP = new WtpId("02:a9:00:00:00:01");
    private static final InstanceIdentifier<Wtp> WTP_PATH =
        InstanceIdentifier.create(Cloudmac.class).child(Wtps.class).child(Wtp.class, new WtpKey(WTP));
    private static final Bssid BSSID = new Bssid("02:c1:0d:00:a0:01");
    private static final InstanceIdentifier<Vap> VAP_PATH =
        InstanceIdentifier.create(Cloudmac.class).child(Bindings.class).child(Vap.class, new VapKey(BSSID));

    private final List<String> violations = new ArrayList<>();
    private Instant now = Instant.parse("2026-12-01T10:00:00Z");
    private ChangeWriter writer;
    private ChangeUndo undo;

    ChangeWriterTest() {
        super(true);
    }

    @BeforeEach
    void start() throws Exception {
        setup();
        writer = new ChangeWriter(getDomBroker(), TestChanges.CODEC, (before, after) -> violations, () -> now);
        undo = new ChangeUndo(getDomBroker(), TestChanges.CODEC, writer, mock(RpcProviderService.class),
            mock(EventLoop.class));
    }

    private RpcResult<Preview> write(final boolean dryRun, final Consumer<WriteTransaction> edit)
            throws Exception {
        return writer.write(new RequestedChange("test", dryRun, edit), Function.identity()).get(10, TimeUnit.SECONDS);
    }

    private RpcResult<Preview> drain(final boolean dryRun, final boolean draining) throws Exception {
        return write(dryRun, tx -> tx.mergeParentStructureMerge(LogicalDatastoreType.CONFIGURATION, WTP_PATH,
            new WtpBuilder().setId(WTP).setDraining(draining).build()));
    }

    private RpcResult<UndoOutput> undo(final long change, final boolean dryRun) throws Exception {
        return undo.undo(new UndoInputBuilder().setChange(Uint64.valueOf(change)).setDryRun(dryRun).build())
            .get(10, TimeUnit.SECONDS);
    }

    private String refusal(final ErrorTag tag, final RpcResult<?> result) {
        assertFalse(result.isSuccessful());
        final var error = result.getErrors().iterator().next();
        assertEquals(tag, error.getTag(), error.getMessage());
        return error.getMessage();
    }

    private Boolean isDraining() throws Exception {
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            return tx.read(LogicalDatastoreType.CONFIGURATION, WTP_PATH).get().map(Wtp::getDraining).orElse(null);
        }
    }

    private List<Change> book() throws Exception {
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            return List.copyOf(tx.read(LogicalDatastoreType.CONFIGURATION, ChangeWriter.BOOK).get()
                .map(book -> book.nonnullChange().values()).orElse(List.of()));
        }
    }

    @Test
    void aChangeIsRecordedWithItsUser() throws Exception {
        final List<RpcResult<Preview>> results = new ArrayList<>();
        RequestUser.<Exception, Exception>serve("ann", () -> results.add(drain(false, true)));
        assertEquals(Uint64.ONE, results.get(0).getResult().getChange());
        final Change change = book().get(0);
        assertEquals("ann", change.getUser());
        assertEquals("test", change.getWhat());
        final var edit = change.nonnullEdit().values().iterator().next();
        assertEquals("wtps/wtp[id=02:a9:00:00:00:01]", edit.getTarget());
        assertNull(edit.getBefore());
        assertTrue(edit.getAfter().contains("draining true"), edit.getAfter());
    }

    @Test
    void aDryRunChangesNothing() throws Exception {
        writer.addEffects((before, after) -> CompletableFuture.completedFuture(List.of(
            new Effect("a station", "moves"))));
        final Preview preview = drain(true, true).getResult();
        assertEquals("moves", preview.nonnullEffect().values().iterator().next().getText());
        assertEquals(1, preview.nonnullEdit().size());
        assertNull(preview.getChange());
        assertNull(isDraining());
        assertEquals(List.of(), book());
    }

    @Test
    void aDryRunGivesTheErrorsOfTheChange() throws Exception {
        violations.add("no");
        assertEquals("no", refusal(ErrorTag.INVALID_VALUE, drain(true, true)));
        assertEquals("bad", refusal(ErrorTag.INVALID_VALUE, write(true, tx -> {
            throw new IllegalArgumentException("bad");
        })));
        assertEquals("missing", refusal(ErrorTag.MISSING_ELEMENT, write(false, tx -> {
            throw new NoSuchElementException("missing");
        })));
    }

    @Test
    void nothingIsRecordedIfNothingChanges() throws Exception {
        drain(false, true);
        assertNull(drain(false, true).getResult().getChange());
        assertEquals(1, book().size());
    }

    @Test
    void undoRestoresALeaf() throws Exception {
        drain(false, false);
        drain(false, true);
        assertEquals(Uint64.valueOf(3), undo(2, false).getResult().getChange());
        assertEquals(false, isDraining());
        assertEquals("change 2 was undone by change 3", refusal(ErrorTag.IN_USE, undo(2, false)));
        assertTrue(undo(3, false).isSuccessful());
        assertEquals(true, isDraining());
    }

    @Test
    void undoRemovesAndRestoresAnEntry() throws Exception {
        final Vap vap = new VapBuilder().setBssid(BSSID).setWtp(Set.of(WTP)).build();
        write(false, tx -> tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, VAP_PATH, vap));
        assertTrue(undo(1, false).isSuccessful());
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            assertTrue(tx.read(LogicalDatastoreType.CONFIGURATION, VAP_PATH).get().isEmpty());
        }
        assertTrue(undo(2, false).isSuccessful());
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            assertEquals(vap, tx.read(LogicalDatastoreType.CONFIGURATION, VAP_PATH).get().orElseThrow());
        }
    }

    @Test
    void aPreviewOfAnUndoChangesNothing() throws Exception {
        drain(false, true);
        assertEquals(List.of(), List.copyOf(undo(1, true).getErrors()));
        assertEquals(1, undo(1, true).getResult().nonnullEdit().size());
        assertEquals(true, isDraining());
        assertEquals(1, book().size());
    }

    @Test
    void undoIsRefusedIfSomethingChangedSince() throws Exception {
        drain(false, false);
        drain(false, true);
        drain(false, false);
        assertEquals("change 2 cannot be undone: wtps/wtp[id=02:a9:00:00:00:01]/draining changed since, from true to"
            + " false", refusal(ErrorTag.IN_USE, undo(2, false)));
    }

    @Test
    void undoIsRefusedIfTheEntryIsGone() throws Exception {
        drain(false, false);
        write(false, tx -> tx.put(LogicalDatastoreType.CONFIGURATION, WTP_PATH, new WtpBuilder().setId(WTP).build()));
        final var tx = getDataBroker().newWriteOnlyTransaction();
        tx.delete(LogicalDatastoreType.CONFIGURATION, WTP_PATH);
        tx.commit().get();
        assertTrue(refusal(ErrorTag.IN_USE, undo(2, false)).startsWith("change 2 cannot be undone"));
    }

    @Test
    void unknownAndOldChangesAreRefused() throws Exception {
        assertEquals("there is no change 7 in the last day", refusal(ErrorTag.INVALID_VALUE, undo(7, false)));
        assertEquals("the number of the change is missing", refusal(ErrorTag.MISSING_ELEMENT,
            undo.undo(new UndoInputBuilder().build()).get(10, TimeUnit.SECONDS)));
        drain(false, true);
        now = now.plus(Duration.ofDays(1)).plusSeconds(1);
        assertEquals("there is no change 1 in the last day", refusal(ErrorTag.INVALID_VALUE, undo(1, false)));
        drain(false, false);
        assertEquals(List.of(Uint64.TWO), book().stream().map(Change::getNumber).toList());
    }

    @Test
    void theBookIsBounded() {
        final List<Change> many = new ArrayList<>();
        for (long number = 1; number <= ChangeBook.LONGEST; number++) {
            many.add(ChangeBook.entry(Uint64.valueOf(number), now, null, "test", null, List.of()));
        }
        assertEquals(List.of(many.get(0).key()), ChangeBook.outdated(many, now));
        assertEquals(Uint64.valueOf(ChangeBook.LONGEST + 1), ChangeBook.next(many));
    }

    @Test
    void changesComeOneAfterTheOther() throws Exception {
        final List<ListenableFuture<RpcResult<Preview>>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            final boolean draining = i % 2 == 0;
            all.add(writer.write(new RequestedChange("test", false, tx -> tx.mergeParentStructureMerge(
                LogicalDatastoreType.CONFIGURATION, WTP_PATH,
                new WtpBuilder().setId(WTP).setDraining(draining).build())), Function.identity()));
        }
        for (final var each : all) {
            assertTrue(each.get(10, TimeUnit.SECONDS).isSuccessful());
        }
        assertEquals(20, book().size());
    }

    @Test
    void undoIsRefusedIfAnEntryFarAboveIsGone() throws Exception {
        final var qos = InstanceIdentifier.create(Cloudmac.class).child(Qos.class)
            .child(Policy.class, new PolicyKey("p"));
        final PolicyBuilder policy = new PolicyBuilder().setName("p").setType(QosType.Codel);
        write(false, tx -> tx.put(LogicalDatastoreType.CONFIGURATION, qos,
            policy.setCodel(new CodelBuilder().setTarget(Uint32.valueOf(5000)).build()).build()));
        write(false, tx -> tx.put(LogicalDatastoreType.CONFIGURATION, qos, policy.setCodel(null).build()));
        final var tx = getDataBroker().newWriteOnlyTransaction();
        tx.delete(LogicalDatastoreType.CONFIGURATION, qos);
        tx.commit().get();
        assertTrue(refusal(ErrorTag.IN_USE, undo(2, false))
            .startsWith("change 2 cannot be undone: qos/policy[name=p]"));
    }

    @Test
    void aFaultOfAnRpcCancelsItsTransactionAndKeepsTheOthersGoing() throws Exception {
        final var failed = writer.write(new RequestedChange("test", false, tx -> {
            throw new ClassCastException("a fault");
        }), Function.identity());
        assertThrows(ExecutionException.class, () -> failed.get(10, TimeUnit.SECONDS));
        assertTrue(drain(false, true).isSuccessful());
    }

    @Test
    void effectsOfOneObjectAreOne() {
        final List<Effect> effects = new ArrayList<>(List.of(new Effect("a", "one"), new Effect("a", "two")));
        assertEquals("one; two",
            ChangeBook.result(List.of(), null, effects).nonnullEffect().values().iterator().next().getText());
        for (int number = 0; number < ChangeBook.EFFECTS; number++) {
            effects.add(new Effect("b" + number, "moves"));
        }
        final Preview preview = ChangeBook.result(List.of(), null, effects);
        assertEquals(ChangeBook.EFFECTS, preview.nonnullEffect().size());
        assertEquals(1, preview.getMoreEffects().intValue());
    }
}
