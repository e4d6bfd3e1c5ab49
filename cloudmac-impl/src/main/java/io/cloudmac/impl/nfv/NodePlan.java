// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.nfv.NodeOrder.AddImage;
import io.cloudmac.impl.nfv.NodeOrder.AddLvnf;
import io.cloudmac.impl.nfv.NodeOrder.RemoveImage;
import io.cloudmac.impl.nfv.NodeOrder.RemoveLvnf;
import io.cloudmac.impl.nfv.NodeOrder.ReplaceLvnf;
import io.cloudmac.impl.nfv.NodeOrder.SetLimit;
import io.cloudmac.impl.nfv.NodeOrder.SetMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;

/**
 * The decision what a node is asked, so that it has what is configured. It reads only the LVNFs and images that it is
 * given, so its cost grows with the change.
 */
final class NodePlan {
    private final NodeContents has;
    private final NodeWishes wants;
    private final List<NodeOrder> orders = new ArrayList<>();
    private final Set<String> uploads = new HashSet<>();
    /** The images that may have lost their last LVNF. */
    private final TreeSet<String> candidates;
    private final UseCount removed = new UseCount();

    private NodePlan(final NodeContents has, final NodeWishes wants, final Collection<String> images) {
        this.has = has;
        this.wants = wants;
        candidates = new TreeSet<>(images);
    }

    /**
     * Returns the orders in their sequence. LVNFs and images that nobody wants go first, because they make room. Others
     * follow by LVNF: its image comes before the LVNF that had another one goes, so that a refused image ends no LVNF.
     *
     * @param has what the node has
     * @param wants what is configured for it
     * @param lvnfs the LVNFs to compare, by their names at the node
     * @param images images to remove if nobody needs them any more; those of removed LVNFs are removed in any case
     */
    static List<NodeOrder> orders(final NodeContents has, final NodeWishes wants, final Collection<String> lvnfs,
            final Collection<String> images) {
        final NodePlan plan = new NodePlan(has, wants, images);
        final TreeSet<String> sorted = new TreeSet<>(lvnfs);
        sorted.forEach(plan::removeUnwanted);
        plan.removeUnneededImages();
        sorted.forEach(name -> wants.lvnf(name).ifPresent(plan::fulfil));
        plan.removeUnneededImages();
        return List.copyOf(plan.orders);
    }

    private void removeUnwanted(final String name) {
        if (wants.lvnf(name).isEmpty() && LvnfId.of(name).isPresent()) {
            has.lvnf(name).ifPresent(found -> {
                orders.add(new RemoveLvnf(name));
                release(found);
            });
        }
    }

    private void release(final FoundLvnf found) {
        removed.add(found.image());
        candidates.add(found.image());
    }

    private void fulfil(final WantedLvnf wanted) {
        final String name = wanted.id().atNode();
        final FoundLvnf found = has.lvnf(name).orElse(null);
        if (found != null && !found.limit().equals(wanted.limit())) {
            // First, because an LVNF whose new image is refused goes on.
            orders.add(new SetLimit(name, wanted.limit()));
        }
        if (found == null || found.isOtherThan(wanted)) {
            final LvnfImage image = wanted.image();
            if (has.image(image.atNode()).isEmpty() && uploads.add(image.atNode())) {
                orders.add(new AddImage(image));
            }
            if (found != null) {
                orders.add(new ReplaceLvnf(wanted));
                release(found);
            }
            orders.add(new AddLvnf(wanted));
            if (!wanted.limit().equals(LvnfLimit.NONE)) {
                orders.add(new SetLimit(name, wanted.limit()));
            }
            if (wanted.mode() != LvnfMode.Running) {
                orders.add(new SetMode(name, wanted.mode()));
            }
            return;
        }
        // A mode that no configuration asks for, such as relay, belongs to whoever has set it.
        if (found.mode().filter(mode -> mode != wanted.mode()).isPresent()) {
            orders.add(new SetMode(name, wanted.mode()));
        }
    }

    private void removeUnneededImages() {
        candidates.removeIf(image -> {
            final boolean isUnneeded = LvnfImage.isOurs(image) && has.image(image).isPresent() && !wants.uses(image)
                && has.uses(image) == removed.of(image);
            if (isUnneeded) {
                orders.add(new RemoveImage(image));
            }
            return isUnneeded;
        });
    }
}
