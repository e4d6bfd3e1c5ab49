// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.nfv.NodeKeeper.LvnfProgress;
import io.cloudmac.impl.nfv.TenantChange.ImageId;
import io.cloudmac.impl.packetnode.FakePacketNode;
import io.cloudmac.impl.packetnode.FakePacketNode.StoredLvnf;
import io.cloudmac.impl.session.FakeControlServer.Refusal;
import io.cloudmac.impl.session.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Quota;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.QuotaBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Nodes that follow a configuration, with late answers, refusals and lost sessions. */
class NodeKeepersTest {
    private static final String NORTH = "north.example";
    private static final String SOUTH = "south.example";

    private final ManualLoop loop = new ManualLoop();
    private final FakeNodes nodes = new FakeNodes();
    private final Set<LvnfId> changed = new HashSet<>();
    private final NodeKeepers keepers = new NodeKeepers(loop, changed::add);
    private final Map<String, Image> images = new TreeMap<>();
    private final Map<String, Lvnf> lvnfs = new TreeMap<>();
    private Quota quota;

    @BeforeEach
    void start() {
        nodes.listen(keepers.listener());
    }

    private Tenants configuration() {
        return images.isEmpty() && lvnfs.isEmpty() ? new TenantsBuilder().build()
            : new TenantsBuilder().setTenant(BindingMap.of(new TenantBuilder().setName(new TenantName("guests"))
                .setQuota(quota).setImage(BindingMap.of(List.copyOf(images.values())))
                .setLvnf(BindingMap.of(List.copyOf(lvnfs.values()))).build())).build();
    }

    private void image(final String name, final int size, final int content) {
        final byte[] object = new byte[size];
        object[size - 1] = (byte) content;
        images.put(name, new ImageBuilder().setName(new ImageName(name)).setObject(object).build());
        update(Set.of(new ImageId("guests", name)), Set.of());
    }

    private void lvnf(final String name, final String image, final String node) {
        lvnf(name, image, node, null);
    }

    private void lvnf(final String name, final String image, final String node, final LvnfMode mode) {
        put(name, image, node, mode, null);
        update(Set.of(), Set.of(NfvSamples.id(name)));
    }

    private void put(final String name, final String image, final String node, final LvnfMode mode,
            final Uint8 ports) {
        lvnfs.put(name, new LvnfBuilder().setName(new LvnfName(name)).setImage(new ImageName(image))
            .setPacketNode(new PacketNodeName(node)).setMode(mode).setPorts(ports).build());
    }

    private void remove(final String lvnf) {
        lvnfs.remove(lvnf);
        update(Set.of(), Set.of(NfvSamples.id(lvnf)));
    }

    private void update(final Set<ImageId> changedImages, final Set<LvnfId> changedLvnfs) {
        keepers.update(new TenantChange(false, Set.of(), changedImages, changedLvnfs), configuration());
    }

    private void settle() {
        do {
            loop.run();
        } while (nodes.answerNext());
    }

    /** Opens a session with an empty node, and forgets what that asked. */
    private FakePacketNode opened(final String node) {
        nodes.open(node);
        settle();
        nodes.node(node).log();
        return nodes.node(node);
    }

    private LvnfProgress progress(final String lvnf) {
        return keepers.of(NfvSamples.id(lvnf)).orElseThrow().progress("guests_" + lvnf);
    }

    private Optional<String> problem(final String lvnf) {
        return keepers.of(NfvSamples.id(lvnf)).orElseThrow().problem("guests_" + lvnf);
    }

    private String imageName(final String image) {
        return new LvnfImage("guests", image, 2, images.get(image).getObject()).atNode();
    }

    private void quota(final Quota now) {
        quota = now;
        keepers.update(new TenantChange(false, Set.of("guests"), Set.of(), Set.of()), configuration());
    }

    @Test
    void theQuotaLimitsEachLvnfOfItsTenant() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        lvnf("b", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        quota(new QuotaBuilder().setLvnfPackets(Uint64.valueOf(1_000)).build());
        settle();
        assertEquals(Set.of("lvnf.limit guests_a", "lvnf.limit guests_b"), Set.copyOf(north.log()));
        assertEquals(Map.of("guests_a", "1000/0", "guests_b", "1000/0"), north.limits());
        lvnf("c", "filter", NORTH);
        settle();
        assertEquals(List.of("lvnf.add guests_c", "lvnf.limit guests_c"), north.log());
        assertEquals(LvnfProgress.READY, progress("c"));
        quota(null);
        settle();
        assertEquals(Map.of(), north.limits());
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void anLvnfWhoseNewImageIsRefusedIsLimitedToo() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        image("wrong", 1, 2);
        north.refuse(request -> request.startsWith("image.add") ? Optional.of(new Refusal(-32023, "no")) :
            Optional.empty());
        lvnf("a", "wrong", NORTH);
        settle();
        quota(new QuotaBuilder().setLvnfPackets(Uint64.TEN).build());
        settle();
        assertEquals(Map.of("guests_a", "10/0"), north.limits());
    }

    @Test
    void aNodeWithAnotherLimitGetsTheConfiguredOne() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        quota(new QuotaBuilder().setLvnfOctets(Uint64.valueOf(10_000)).build());
        final FakePacketNode north = opened(NORTH);
        assertEquals(Map.of("guests_a", "0/10000"), north.limits());
        nodes.lose(NORTH, false);
        quota(new QuotaBuilder().setLvnfOctets(Uint64.valueOf(20_000)).build());
        settle();
        assertEquals(Map.of("guests_a", "0/10000"), north.limits());
        assertEquals(LvnfProgress.WAITING, progress("a"));
        opened(NORTH);
        assertEquals(Map.of("guests_a", "0/20000"), north.limits());
    }

    @Test
    void aNewLvnfAsksOnlyForItself() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        assertEquals(Map.of("guests_a", new StoredLvnf(imageName("filter"), 2, "running")), north.lvnfs());
        lvnf("b", "filter", NORTH, LvnfMode.Stopped);
        settle();
        assertEquals(List.of("lvnf.add guests_b", "lvnf.pause guests_b"), north.log());
        assertEquals(LvnfProgress.READY, progress("b"));
        lvnf("b", "filter", NORTH, LvnfMode.Bypass);
        settle();
        assertEquals(List.of("lvnf.flush guests_b"), north.log());
        lvnf("b", "filter", NORTH, LvnfMode.Bypass);
        settle();
        assertEquals(List.of(), north.log());
        assertEquals(0, nodes.waiting());
    }

    @Test
    void oneRequestIsUnderWayAtATime() {
        image("filter", 1, 1);
        final FakePacketNode north = opened(NORTH);
        for (int i = 0; i < 5; i++) {
            lvnf("l" + i, "filter", NORTH);
        }
        loop.run();
        while (north.lvnfs().size() < 5) {
            assertEquals(1, nodes.waiting());
            nodes.answerNext();
            loop.run();
        }
        assertEquals(0, nodes.waiting());
    }

    @Test
    void aLargeImageIsUploadedInParts() {
        image("filter", 2 * LvnfImage.PART + 1, 1);
        lvnf("a", "filter", NORTH);
        nodes.open(NORTH);
        settle();
        assertEquals(LvnfProgress.READY, progress("a"));
        assertEquals(List.of("counts"), keepers.find(NORTH).orElseThrow().contents().image(imageName("filter"))
            .orElseThrow().handlers().stream().map(FoundImage.FoundHandler::name).toList());
    }

    @Test
    void whatATenantHasNotConfiguredIsRemovedAndAllElseStays() {
        final FakePacketNode north = nodes.node(NORTH);
        image("filter", 1, 1);
        north.addImage(imageName("filter"), 2);
        north.addImage("tool", 2);
        north.addLvnf("guests_old", new StoredLvnf(imageName("filter"), 2, "running"));
        north.addLvnf("other-tenant_old", new StoredLvnf(imageName("filter"), 2, "running"));
        north.addLvnf("probe", new StoredLvnf("tool", 2, "running"));
        nodes.open(NORTH);
        settle();
        assertEquals(Set.of("probe", "other-tenant_old"), north.lvnfs().keySet());
        assertEquals(Set.of("tool", imageName("filter")), Set.copyOf(north.images()));
        assertEquals(Optional.empty(), keepers.of(NfvSamples.id("old")));
    }

    @Test
    void aTenantThatIsNotWrittenYetLosesNothing() {
        image("filter", 1, 1);
        final String filter = imageName("filter");
        images.clear();
        update(Set.of(new ImageId("guests", "filter")), Set.of());
        final FakePacketNode north = nodes.node(NORTH);
        north.addImage(filter, 2);
        north.addLvnf("guests_a", new StoredLvnf(filter, 2, "running"));
        assertEquals(Set.of("guests_a"), opened(NORTH).lvnfs().keySet());
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        settle();
        assertEquals(List.of(), north.log());
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void whatATenantHasLostWithoutASessionIsRemovedAlthoughItIsGone() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        nodes.lose(NORTH, false);
        settle();
        lvnfs.clear();
        images.clear();
        update(Set.of(new ImageId("guests", "filter")), Set.of(NfvSamples.id("a")));
        settle();
        assertEquals(Map.of(), opened(NORTH).lvnfs());
        assertEquals(List.of(), north.images());
    }

    @Test
    void theLastLvnfTakesItsImageAlong() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        lvnf("b", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        remove("a");
        settle();
        assertEquals(List.of("lvnf.remove guests_a"), north.log());
        remove("b");
        settle();
        assertEquals(List.of("lvnf.remove guests_b", "image.remove " + imageName("filter")), north.log());
    }

    @Test
    void anLvnfMovesToAnotherNode() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        final FakePacketNode south = opened(SOUTH);
        lvnf("a", "filter", SOUTH);
        settle();
        assertEquals(List.of(), List.copyOf(north.lvnfs().keySet()));
        assertEquals(List.of(), north.images());
        assertEquals(Set.of("guests_a"), south.lvnfs().keySet());
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void aReopenedSessionComparesOnce() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        nodes.lose(NORTH, false);
        loop.run();
        assertEquals(LvnfProgress.WAITING, progress("a"));
        assertTrue(keepers.find(NORTH).orElseThrow().contents().lvnf("guests_a").isPresent(), "it goes on");
        nodes.open(NORTH);
        settle();
        assertEquals(List.of(), north.log());
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void aRefusedImageIsNotTriedAgainUntilSomethingChanges() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        lvnf("b", "filter", NORTH);
        final FakePacketNode north = nodes.node(NORTH);
        north.refuse(request -> request.startsWith("image.add") ? Optional.of(new Refusal(-32023, "bad opcode"))
            : Optional.empty());
        nodes.open(NORTH);
        settle();
        assertEquals(List.of("image.add " + imageName("filter")), north.log());
        for (final String lvnf : List.of("a", "b")) {
            assertEquals(LvnfProgress.FAILED, progress(lvnf));
            assertEquals(Optional.of("image.add: bad opcode (-32023)"), problem(lvnf));
        }
        image("counter", 1, 2);
        loop.advance(Duration.ofHours(1));
        settle();
        assertEquals(List.of(), north.log());
        lvnf("b", "filter", NORTH, LvnfMode.Bypass);
        settle();
        assertEquals(List.of("image.add " + imageName("filter")), north.log());
        north.refuse(request -> Optional.empty());
        lvnf("b", "filter", NORTH);
        settle();
        assertEquals(LvnfProgress.READY, progress("a"), "the image is there now");
        assertEquals(LvnfProgress.READY, progress("b"));
    }

    @Test
    void aRefusedImageEndsNoLvnf() {
        image("filter", 1, 1);
        image("bad", 1, 2);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        north.refuse(request -> request.startsWith("image.add") ? Optional.of(new Refusal(-32023, "bad opcode"))
            : Optional.empty());
        lvnf("a", "bad", NORTH);
        settle();
        assertEquals(imageName("filter"), north.lvnfs().get("guests_a").image());
        assertEquals(LvnfProgress.FAILED, progress("a"));
        lvnf("a", "filter", NORTH);
        settle();
        assertEquals(List.of("image.add " + imageName("bad")), north.log());
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void aSessionTriesWhatWasRefused() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = nodes.node(NORTH);
        north.refuse(request -> request.startsWith("lvnf.add") ? Optional.of(new Refusal(-32025, "no veth"))
            : Optional.empty());
        nodes.open(NORTH);
        settle();
        assertEquals(Optional.of("lvnf.add: no veth (-32025)"), problem("a"));
        north.refuse(request -> Optional.empty());
        nodes.lose(NORTH, false);
        loop.run();
        assertEquals(Optional.empty(), problem("a"));
        nodes.open(NORTH);
        settle();
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void theRefusalOfAnEarlierWishDoesNotCount() {
        image("filter", 1, 1);
        final FakePacketNode north = opened(NORTH);
        lvnf("a", "filter", NORTH);
        loop.run();
        nodes.answerNext();
        loop.run();
        lvnf("a", "filter", NORTH, LvnfMode.Bypass);
        north.refuse(request -> request.startsWith("lvnf.add") ? Optional.of(new Refusal(-32025, "no veth"))
            : Optional.empty());
        nodes.answerNext();
        north.refuse(request -> Optional.empty());
        settle();
        assertEquals(LvnfProgress.READY, progress("a"));
        assertEquals("bypass", north.lvnfs().get("guests_a").mode());
    }

    /** A node can go on with an order of an ended session, and does not list its result before it has ended. */
    @Test
    void anOrderThatOutlivesItsSessionIsFound() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = nodes.node(NORTH);
        nodes.open(NORTH);
        loop.run();
        nodes.answerNext();
        loop.run();
        nodes.answerNext();
        loop.run();
        north.addImage(imageName("filter"), 2);
        settle();
        assertEquals(LvnfProgress.WAITING, progress("a"));
        loop.advance(NodeKeeper.LIST_PAUSE);
        settle();
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void aNodeThatContradictsItselfIsNotAskedForEver() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = nodes.node(NORTH);
        north.refuse(request -> request.startsWith("lvnf.add") ? Optional.of(new Refusal(-32022, "the name is taken"))
            : Optional.empty());
        nodes.open(NORTH);
        settle();
        loop.advance(Duration.ofMinutes(10));
        for (int i = 0; i < 100; i++) {
            settle();
            loop.advance(NodeKeeper.LIST_PAUSE);
        }
        assertEquals(Optional.of("lvnf.add: the name is taken (-32022)"), problem("a"));
        assertEquals(11, north.log().stream().filter(request -> request.startsWith("lvnf.add")).count());
    }

    @Test
    void aListThatIsRefusedIsAskedForAgain() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        nodes.node(NORTH).on("image.list", params -> "{}");
        nodes.open(NORTH);
        settle();
        assertEquals(LvnfProgress.FAILED, progress("a"));
        nodes.node(NORTH).on("image.list", params -> "{\"images\":[]}");
        loop.advance(NodeKeeper.LIST_PAUSE);
        settle();
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void aNodeWithoutLvnfsIsKeptWhileItHasASession() {
        image("filter", 1, 1);
        nodes.open(NORTH);
        loop.run();
        lvnf("a", "filter", NORTH);
        remove("a");
        lvnf("a", "filter", NORTH);
        settle();
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void aChangeGoesBeforeWhatHasWaited() {
        image("filter", 1, 1);
        lvnf("z", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        for (int i = 0; i < 5; i++) {
            lvnf("l" + i, "filter", NORTH);
        }
        loop.run();
        lvnf("z", "filter", NORTH, LvnfMode.Bypass);
        settle();
        assertEquals("lvnf.flush guests_z", north.log().get(1));
        assertEquals(6, north.lvnfs().size());
    }

    /** The newest configuration is read for each change, so it can have images of later changes. */
    @Test
    void anImageOfALaterChangeIsReadWithItsLvnf() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        images.put("later", new ImageBuilder().setName(new ImageName("later")).setObject(new byte[] { 7 }).build());
        lvnf("a", "later", NORTH);
        settle();
        assertEquals(LvnfProgress.READY, progress("a"));
        assertEquals("image.add " + imageName("later"), north.log().get(0), "the image comes first");
    }

    @Test
    void handlersAreKnownAfterALostSession() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        opened(NORTH);
        nodes.lose(NORTH, false);
        nodes.open(NORTH);
        settle();
        assertEquals(1, keepers.find(NORTH).orElseThrow().contents().image(imageName("filter")).orElseThrow()
            .handlers().size());
    }

    @Test
    void roomIsUsedWhenThereIsSome() {
        image("filter", 1, 1);
        final FakePacketNode north = opened(NORTH);
        north.hasRoomFor(1);
        lvnf("a", "filter", NORTH);
        lvnf("b", "filter", NORTH);
        settle();
        assertEquals(Optional.of("lvnf.add: no room for another LVNF (-32024)"), problem("b"));
        remove("a");
        settle();
        assertEquals(LvnfProgress.READY, progress("b"));
    }

    @Test
    void aRemovalThatIsRefusedIsShown() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        north.refuse(request -> request.startsWith("lvnf.remove") ? Optional.of(new Refusal(-32025, "busy"))
            : Optional.empty());
        remove("a");
        settle();
        assertEquals(LvnfProgress.FAILED, progress("a"));
        assertEquals(List.of("lvnf.remove guests_a"), north.log());
    }

    @Test
    void whatIsGoneAlreadyCountsAsRemoved() {
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        final FakePacketNode north = opened(NORTH);
        north.answer("lvnf.remove", Json.newObject().put("lvnf", "guests_a"));
        remove("a");
        settle();
        assertEquals(List.of(), north.images());
        assertEquals(Optional.empty(), keepers.of(NfvSamples.id("a")));
    }

    @Test
    void aNodeThatCannotTakeARequestIsAskedAfterAPause() {
        image("filter", 1, 1);
        opened(NORTH);
        nodes.isBusy(true);
        lvnf("a", "filter", NORTH);
        settle();
        assertEquals(LvnfProgress.WAITING, progress("a"));
        nodes.isBusy(false);
        loop.advance(NodeKeeper.PAUSE);
        settle();
        assertEquals(LvnfProgress.READY, progress("a"));
    }

    @Test
    void aNodeThatIsNoLongerConfiguredIsForgotten() {
        final FakePacketNode north = nodes.node(NORTH);
        image("filter", 1, 1);
        lvnf("a", "filter", NORTH);
        opened(NORTH);
        nodes.remove(NORTH);
        settle();
        assertEquals(LvnfProgress.WAITING, progress("a"));
        assertTrue(changed.contains(NfvSamples.id("a")));
        assertEquals(Set.of("guests_a"), north.lvnfs().keySet());
        remove("a");
        assertEquals(Optional.empty(), keepers.find(NORTH));
    }

    /** Random changes, late answers, lost sessions, refusals, and orders carried out though their answer is lost. */
    @Test
    void everythingConvergesWhateverHappens() {
        final Random random = new Random(4921);
        for (int round = 0; round < 40; round++) {
            final Map<String, Boolean> open = new HashMap<>(Map.of(NORTH, false, SOUTH, false));
            for (int step = 0; step < 60; step++) {
                happen(random, open);
            }
            for (final String node : open.keySet()) {
                nodes.node(node).refuse(request -> Optional.empty());
                if (open.get(node)) {
                    nodes.lose(node, random.nextBoolean());
                }
                nodes.open(node);
            }
            loop.advance(NodeKeeper.PAUSE);
            settle();
            for (final String node : open.keySet()) {
                assertConverged(node);
                nodes.node(node).log();
                nodes.lose(node, false);
                nodes.open(node);
                settle();
                assertEquals(List.of(), nodes.node(node).log(), "a second comparison finds nothing");
                nodes.lose(node, false);
            }
            loop.run();
        }
    }

    private void happen(final Random random, final Map<String, Boolean> open) {
        final String node = random.nextBoolean() ? NORTH : SOUTH;
        switch (random.nextInt(10)) {
            case 0 -> {
                if (open.put(node, !open.get(node))) {
                    nodes.lose(node, random.nextBoolean());
                } else {
                    nodes.open(node);
                }
            }
            case 1 -> nodes.node(node).refuse(request -> random.nextInt(4) == 0
                ? Optional.of(new Refusal(random.nextBoolean() ? -32024 : -32025, "as requested by the test"))
                : Optional.empty());
            case 2, 3, 4 -> {
                // One transaction changes some images that no LVNF keeps, and some LVNFs.
                final String image = "i" + random.nextInt(3);
                final Set<LvnfId> touched = new HashSet<>();
                for (final Lvnf lvnf : new ArrayList<>(lvnfs.values())) {
                    if (lvnf.requireImage().getValue().equals(image)) {
                        lvnfs.remove(lvnf.requireName().getValue());
                        touched.add(NfvSamples.id(lvnf.requireName().getValue()));
                    }
                }
                final byte[] object = new byte[random.nextInt(3) == 0 ? LvnfImage.PART + 1 : 1];
                object[0] = (byte) random.nextInt(3);
                images.put(image, new ImageBuilder().setName(new ImageName(image)).setObject(object).build());
                for (int i = random.nextInt(3); i > 0; i--) {
                    final String name = "l" + random.nextInt(6);
                    put(name, image, random.nextBoolean() ? NORTH : SOUTH, LvnfMode.forValue(random.nextInt(3)),
                        random.nextBoolean() ? null : Uint8.valueOf(1 + random.nextInt(2)));
                    touched.add(NfvSamples.id(name));
                }
                update(Set.of(new ImageId("guests", image)), touched);
            }
            case 5 -> {
                if (!lvnfs.isEmpty()) {
                    remove(lvnfs.keySet().iterator().next());
                }
            }
            case 6 -> loop.run();
            case 7 -> loop.advance(NodeKeeper.PAUSE);
            default -> nodes.answerNext();
        }
    }

    private void assertConverged(final String node) {
        final Map<String, StoredLvnf> expected = new HashMap<>();
        final Set<String> expectedImages = new HashSet<>();
        for (final Lvnf lvnf : lvnfs.values()) {
            if (lvnf.requirePacketNode().getValue().equals(node)) {
                final String image = imageName(lvnf.requireImage().getValue());
                expected.put("guests_" + lvnf.requireName().getValue(), new StoredLvnf(image,
                    lvnf.getPorts() == null ? 2 : lvnf.getPorts().intValue(),
                    lvnf.getMode() == null ? "running" : lvnf.getMode().getName()));
                expectedImages.add(image);
                assertEquals(LvnfProgress.READY, progress(lvnf.requireName().getValue()));
            }
        }
        assertEquals(expected, nodes.node(node).lvnfs());
        assertEquals(expectedImages, Set.copyOf(nodes.node(node).images()));
    }
}
