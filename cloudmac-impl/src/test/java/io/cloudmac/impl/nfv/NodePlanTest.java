// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import static io.cloudmac.impl.nfv.NfvSamples.COUNTER;
import static io.cloudmac.impl.nfv.NfvSamples.FILTER;
import static io.cloudmac.impl.nfv.NfvSamples.OTHER_FILTER;
import static io.cloudmac.impl.nfv.NfvSamples.found;
import static io.cloudmac.impl.nfv.NfvSamples.id;
import static io.cloudmac.impl.nfv.NfvSamples.limited;
import static io.cloudmac.impl.nfv.NfvSamples.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.nfv.NodeOrder.AddImage;
import io.cloudmac.impl.nfv.NodeOrder.AddLvnf;
import io.cloudmac.impl.nfv.NodeOrder.RemoveImage;
import io.cloudmac.impl.nfv.NodeOrder.RemoveLvnf;
import io.cloudmac.impl.nfv.NodeOrder.ReplaceLvnf;
import io.cloudmac.impl.nfv.NodeOrder.SetLimit;
import io.cloudmac.impl.nfv.NodeOrder.SetMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;

/** The orders to a node. A strict node carries them out, which refuses whatever a real one would. */
class NodePlanTest {
    private static final List<LvnfImage> IMAGES = List.of(FILTER, OTHER_FILTER, COUNTER);
    private static final List<LvnfMode> MODES = List.of(LvnfMode.Running, LvnfMode.Stopped, LvnfMode.Bypass);
    private static final LvnfLimit LIMIT = new LvnfLimit(1_000, 0);
    private static final String FOREIGN = "probe";
    private static final String FOREIGN_IMAGE = "tool_image";

    private static List<NodeOrder> all(final NodeContents has, final NodeWishes wants) {
        final Set<String> lvnfs = new HashSet<>(has.lvnfs());
        lvnfs.addAll(wants.lvnfs());
        return NodePlan.orders(has, wants, lvnfs, has.images());
    }

    private static NodeWishes configured(final WantedLvnf... lvnfs) {
        final NodeWishes configured = new NodeWishes();
        List.of(lvnfs).forEach(configured::put);
        return configured;
    }

    /** Carries out an order as a node does. */
    private static void carryOut(final NodeContents node, final NodeOrder order) {
        if (order instanceof AddImage add) {
            assertTrue(node.image(add.image().atNode()).isEmpty(), "it has the image: " + order);
            node.add(found(add.image()));
        } else if (order instanceof RemoveImage remove) {
            assertTrue(node.image(remove.image()).isPresent(), "it has no such image: " + order);
            assertEquals(0, node.uses(remove.image()), "the image is in use: " + order);
            node.removeImage(remove.image());
        } else if (order instanceof AddLvnf add) {
            assertTrue(node.lvnf(add.lvnf()).isEmpty(), "it has the LVNF: " + order);
            assertTrue(node.image(add.wanted().image().atNode()).isPresent(), "it has no such image: " + order);
            node.add(found(add.lvnf(), add.wanted().image().atNode(), add.wanted().ports(), LvnfMode.Running));
        } else if (order instanceof SetMode set) {
            final FoundLvnf lvnf = node.lvnf(set.lvnf()).orElseThrow();
            assertFalse(lvnf.mode().equals(Optional.of(set.mode())), "it has the mode: " + order);
            node.add(new FoundLvnf(set.lvnf(), lvnf.image(), Optional.of(set.mode()), lvnf.ports(), lvnf.limit()));
        } else if (order instanceof SetLimit set) {
            final FoundLvnf lvnf = node.lvnf(set.lvnf()).orElseThrow();
            assertFalse(lvnf.limit().equals(set.limit()), "it has the limit: " + order);
            node.add(new FoundLvnf(set.lvnf(), lvnf.image(), lvnf.mode(), lvnf.ports(), set.limit()));
        } else {
            final String lvnf = ((NodeOrder.LvnfOrder) order).lvnf();
            assertTrue(node.lvnf(lvnf).isPresent(), "it has no such LVNF: " + order);
            node.removeLvnf(lvnf);
        }
    }

    /** Brings a node in line, and checks that it is. */
    private static void converge(final NodeContents has, final NodeWishes wants) {
        final List<Optional<FoundLvnf>> foreign = List.of(has.lvnf(FOREIGN), has.lvnf("a_b_c"));
        final Optional<FoundImage> foreignImage = has.image(FOREIGN_IMAGE);
        all(has, wants).forEach(order -> carryOut(has, order));
        for (final String name : wants.lvnfs()) {
            assertTrue(has.lvnf(name).orElseThrow().is(wants.lvnf(name).orElseThrow()), name);
        }
        for (final String name : has.lvnfs()) {
            assertTrue(wants.lvnf(name).isPresent() || LvnfId.of(name).isEmpty(), "left over: " + name);
        }
        for (final String image : has.images()) {
            assertTrue(wants.uses(image) || has.uses(image) > 0 || !LvnfImage.isOurs(image), "left over: " + image);
        }
        assertEquals(foreign, List.of(has.lvnf(FOREIGN), has.lvnf("a_b_c")));
        assertEquals(foreignImage, has.image(FOREIGN_IMAGE));
        assertEquals(List.of(), all(has, wants), "a second comparison finds nothing");
    }

    @Test
    void anEmptyNodeGetsTheImageOnceAndTheLvnfs() {
        assertEquals(List.of(new AddImage(FILTER), new AddLvnf(wanted("a", FILTER, LvnfMode.Running)),
            new AddLvnf(wanted("b", FILTER, LvnfMode.Bypass)), new SetMode("guests_b", LvnfMode.Bypass)),
            all(new NodeContents(List.of(), List.of()), configured(wanted("b", FILTER, LvnfMode.Bypass),
                wanted("a", FILTER, LvnfMode.Running))));
    }

    @Test
    void whatNobodyWantsGoesFirst() {
        final NodeContents has = new NodeContents(List.of(found(COUNTER), found(OTHER_FILTER)),
            List.of(found("guests_z", COUNTER.atNode(), 2, LvnfMode.Running)));
        assertEquals(List.of(new RemoveLvnf("guests_z"), new RemoveImage(COUNTER.atNode()),
            new RemoveImage(OTHER_FILTER.atNode()), new AddImage(FILTER),
            new AddLvnf(wanted("a", FILTER, LvnfMode.Running))),
            all(has, configured(wanted("a", FILTER, LvnfMode.Running))));
    }

    @Test
    void aNewImageComesBeforeTheOldLvnfGoes() {
        final NodeContents has = new NodeContents(List.of(found(FILTER)),
            List.of(found("guests_a", FILTER.atNode(), 2, LvnfMode.Stopped)));
        final WantedLvnf now = wanted("a", OTHER_FILTER, LvnfMode.Running);
        assertEquals(List.of(new AddImage(OTHER_FILTER), new ReplaceLvnf(now), new AddLvnf(now),
            new RemoveImage(FILTER.atNode())), all(has, configured(now)));
    }

    @Test
    void onlyTheGivenLvnfsAreCompared() {
        final NodeContents has = new NodeContents(List.of(found(FILTER)),
            List.of(found("guests_z", FILTER.atNode(), 2, LvnfMode.Running)));
        assertEquals(List.of(), NodePlan.orders(has, configured(wanted("a", FILTER, LvnfMode.Running)), Set.of(),
            Set.of()));
        assertEquals(List.of(new AddLvnf(wanted("a", FILTER, LvnfMode.Running))), NodePlan.orders(has,
            configured(wanted("a", FILTER, LvnfMode.Running)), Set.of("guests_a"), Set.of(FILTER.atNode())));
    }

    @Test
    void anImageThatAForeignLvnfHasStays() {
        final NodeContents has = new NodeContents(List.of(found(FILTER)),
            List.of(found(FOREIGN, FILTER.atNode(), 2, LvnfMode.Running)));
        assertEquals(List.of(), all(has, configured()));
    }

    @Test
    void anUnknownModeIsLeftAlone() {
        final FoundLvnf relaying = new FoundLvnf("guests_a", FILTER.atNode(), Optional.empty(),
            found("guests_a", FILTER.atNode(), 2, LvnfMode.Running).ports(), LvnfLimit.NONE);
        assertEquals(List.of(), all(new NodeContents(List.of(found(FILTER)), List.of(relaying)),
            configured(wanted("a", FILTER, LvnfMode.Running))));
    }

    @Test
    void aLimitIsSetBeforeTheMode() {
        final WantedLvnf wanted = limited(wanted("a", FILTER, LvnfMode.Bypass), LIMIT);
        assertEquals(List.of(new AddLvnf(wanted), new SetLimit("guests_a", LIMIT),
            new SetMode("guests_a", LvnfMode.Bypass)),
            all(new NodeContents(List.of(found(FILTER)), List.of()), configured(wanted)));
    }

    @Test
    void aLimitThatNobodyWantsAnyMoreGoes() {
        final WantedLvnf limited = limited(wanted("a", FILTER, LvnfMode.Running), LIMIT);
        assertEquals(List.of(new SetLimit("guests_a", LvnfLimit.NONE)),
            all(new NodeContents(List.of(found(FILTER)), List.of(found("guests_a", limited))),
                configured(wanted("a", FILTER, LvnfMode.Running))));
    }

    /** All of: two LVNFs, each absent or one of images, ports and modes, found and wanted, and images of any LVNF. */
    @Test
    void eachContentBecomesEachConfiguration() {
        final List<WantedLvnf> some = new ArrayList<>();
        some.add(null);
        for (final LvnfImage image : List.of(FILTER, OTHER_FILTER)) {
            some.add(wanted("a", image, LvnfMode.Running));
            some.add(wanted("a", image, LvnfMode.Stopped));
            some.add(wanted("a", image, 1, LvnfMode.Running));
        }
        some.add(limited(wanted("a", FILTER, LvnfMode.Running), LIMIT));
        int cases = 0;
        for (final WantedLvnf hasA : some) {
            for (final WantedLvnf hasB : some) {
                for (final WantedLvnf wantsA : some) {
                    for (final WantedLvnf wantsB : some) {
                        for (int images = 0; images < 8; images++) {
                            converge(contents(images, hasA, hasB), wishesOf(wantsA, wantsB));
                            cases++;
                        }
                    }
                }
            }
        }
        assertEquals(8 * 8 * 8 * 8 * 8, cases);
    }

    private static NodeContents contents(final int images, final WantedLvnf first, final WantedLvnf second) {
        final Set<String> names = new HashSet<>();
        for (int i = 0; i < IMAGES.size(); i++) {
            if ((images >> i & 1) == 1) {
                names.add(IMAGES.get(i).atNode());
            }
        }
        final List<FoundLvnf> lvnfs = new ArrayList<>();
        if (first != null) {
            lvnfs.add(found("guests_a", first));
        }
        if (second != null) {
            lvnfs.add(found("guests_b", second));
        }
        lvnfs.forEach(lvnf -> names.add(lvnf.image()));
        return new NodeContents(names.stream().map(NfvSamples::found).toList(), lvnfs);
    }

    private static NodeWishes wishesOf(final WantedLvnf first, final WantedLvnf second) {
        final NodeWishes configured = new NodeWishes();
        if (first != null) {
            configured.put(first);
        }
        if (second != null) {
            configured.put(new WantedLvnf(id("b"), second.node(), second.image(), second.ports(), second.mode(),
                false, second.limit()));
        }
        return configured;
    }

    @Test
    void anyContentBecomesAnyConfiguration() {
        final Random random = new Random(43);
        for (int i = 0; i < 5_000; i++) {
            final NodeWishes wants = new NodeWishes();
            final List<FoundLvnf> lvnfs = new ArrayList<>();
            final Set<String> images = new HashSet<>(Set.of(FOREIGN_IMAGE));
            for (int n = random.nextInt(12); n > 0; n--) {
                final LvnfImage image = NfvSamples.image("i" + random.nextInt(4), random.nextInt(3));
                final String name = "l" + random.nextInt(10);
                final int ports = 1 + random.nextInt(2);
                final LvnfMode mode = MODES.get(random.nextInt(3));
                if (random.nextBoolean()) {
                    wants.put(wanted(name, image, ports, mode));
                } else if (lvnfs.stream().noneMatch(lvnf -> lvnf.name().equals("guests_" + name))) {
                    lvnfs.add(found("guests_" + name, image.atNode(), ports, mode));
                    images.add(image.atNode());
                }
                images.add(NfvSamples.image("i" + random.nextInt(4), random.nextInt(3)).atNode());
            }
            if (random.nextBoolean()) {
                lvnfs.add(found(FOREIGN, random.nextBoolean() ? FOREIGN_IMAGE : FILTER.atNode(), 1, LvnfMode.Bypass));
                lvnfs.add(found("a_b_c", FOREIGN_IMAGE, 1, LvnfMode.Running));
                images.add(FILTER.atNode());
            }
            converge(new NodeContents(images.stream().map(NfvSamples::found).toList(), lvnfs), wants);
        }
    }

    @Test
    void namesAtANodeTellWhatIsOurs() {
        assertEquals("guests_a", id("a").atNode());
        assertEquals(Optional.of(id("a")), LvnfId.of("guests_a"));
        for (final String other : List.of("guests", "guests_", "_a", "a_b_c", "guests_-a", "gue.sts_a",
                "t".repeat(17) + "_a", "t_" + "a".repeat(32))) {
            assertEquals(Optional.empty(), LvnfId.of(other), other);
        }
        assertEquals(48, new LvnfId("t".repeat(16), "a".repeat(31)).atNode().length());
        assertTrue(FILTER.atNode().matches("guests_filter_[0-9a-f]{8}"), FILTER.atNode());
        assertTrue(LvnfImage.isOurs(FILTER.atNode()));
        assertFalse(LvnfImage.isOurs(FOREIGN_IMAGE));
    }

    @Test
    void anotherObjectOrNumberOfPortsIsAnotherImage() {
        assertFalse(FILTER.equals(OTHER_FILTER));
        assertFalse(FILTER.equals(new LvnfImage("guests", "filter", 3, new byte[] { 1 })));
        assertEquals(FILTER, new LvnfImage("guests", "filter", 2, new byte[] { 1 }));
    }

    @Test
    void theSecondLvnfOfAnImageKeepsIt() {
        final NodeContents has = new NodeContents(List.of(found(FILTER)),
            List.of(found("guests_a", FILTER.atNode(), 2, LvnfMode.Running),
                found("guests_b", FILTER.atNode(), 2, LvnfMode.Running)));
        assertEquals(List.of(new RemoveLvnf("guests_a")),
            all(has, configured(wanted("b", FILTER, LvnfMode.Running))));
        has.removeLvnf("guests_a");
        assertEquals(Set.of("guests_b"), has.lvnfs());
        assertEquals(1, has.uses(FILTER.atNode()));
    }
}
