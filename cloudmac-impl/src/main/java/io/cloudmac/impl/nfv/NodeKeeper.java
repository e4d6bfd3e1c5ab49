// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.nfv.NodeOrder.AddImage;
import io.cloudmac.impl.nfv.NodeOrder.AddLvnf;
import io.cloudmac.impl.nfv.NodeOrder.LvnfOrder;
import io.cloudmac.impl.nfv.NodeOrder.RemoveImage;
import io.cloudmac.impl.nfv.NodeOrder.RemoveLvnf;
import io.cloudmac.impl.nfv.NodeOrder.ReplaceLvnf;
import io.cloudmac.impl.nfv.NodeOrder.SetLimit;
import io.cloudmac.impl.nfv.NodeOrder.SetMode;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.JsonRpcException;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one node as configured: compares everything when a session opens, and what has changed after that. It sends one
 * order after the other. What the node refuses waits for a change of the configuration, another session, or room. All
 * methods run on the event loop.
 */
final class NodeKeeper {
    /** Whether the node has an LVNF as configured. */
    enum LvnfProgress { WAITING, READY, FAILED }

    /** Pause after an order that could not be sent although there is a session. */
    static final Duration PAUSE = Duration.ofSeconds(1);
    /** Pause before the node is asked again what it has. */
    static final Duration LIST_PAUSE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(NodeKeeper.class);
    private static final int MAX_PROBLEM = 2000;
    /** How often a session asks again what the node has because an answer contradicted it: for longer than an order. */
    private static final int MAX_CONTRADICTIONS = 10;

    /** Why a node has refused something; {@code code} is the one of JSON-RPC, or 0. */
    private record NodeRefusal(String problem, int code) {
    }

    private final String node;
    private final EventLoop loop;
    private final Consumer<String> changed;
    private final Predicate<String> isTenant;
    /** LVNFs that the configuration has lost and the node may still have. */
    private final Set<String> leaving = new HashSet<>();
    /** The newest session's; null before the first one. */
    private NodeClient client;
    private final NodeWishes wants = new NodeWishes();
    /** LVNFs and images to compare. */
    private final Set<String> dirtyLvnfs = new HashSet<>();
    private final Set<String> dirtyImages = new HashSet<>();
    private final Deque<NodeOrder> orders = new ArrayDeque<>();
    private final Map<String, NodeRefusal> refusedLvnfs = new HashMap<>();
    private final Map<String, NodeRefusal> refusedImages = new HashMap<>();
    /** What the node has, or had when its last session ended. */
    private NodeContents has = new NodeContents(List.of(), List.of());
    /** True while the open session has listed what the node has. */
    private boolean isListed;
    /** True while an answer or a pause is awaited. */
    private boolean isBusy;
    private boolean hasSession;
    /** How often the node has contradicted what is known of it, in this session. */
    private int contradictions;
    /** Number of the session, so that nothing of an earlier one counts. */
    private int session;
    private Optional<String> listProblem = Optional.empty();

    /**
     * Starts without a session and without configured LVNFs.
     *
     * @param changed receives the name at the node of each LVNF whose state may have changed
     * @param isTenant tells whether the configuration has images or LVNFs of a tenant
     */
    NodeKeeper(final String node, final EventLoop loop, final Consumer<String> changed,
            final Predicate<String> isTenant) {
        this.node = node;
        this.loop = loop;
        this.changed = changed;
        this.isTenant = isTenant;
    }

    /** Sets an LVNF of the configuration. {@link #work} acts on it. */
    void want(final WantedLvnf wanted) {
        reconsider(wanted.id().atNode());
        leaving.remove(wanted.id().atNode());
        wants.put(wanted);
    }

    /** Removes an LVNF from the configuration. {@link #work} acts on it. */
    void unwant(final LvnfId id) {
        reconsider(id.atNode());
        leaving.add(id.atNode());
        wants.remove(id.atNode());
    }

    private void reconsider(final String name) {
        wants.lvnf(name).ifPresent(before -> dirtyImages.add(before.image().atNode()));
        dirtyLvnfs.add(name);
        refusedLvnfs.remove(name);
        changed.accept(name);
    }

    /** Handles a session that has opened. */
    void opened(final NodeClient now) {
        newSession();
        hasSession = true;
        client = now;
        list();
    }

    /** Handles a session that has ended. The node's LVNFs go on, so what is known of them stays. */
    void lost() {
        newSession();
        changedAll();
    }

    private void newSession() {
        session++;
        hasSession = false;
        contradictions = 0;
        isListed = false;
        isBusy = false;
        listProblem = Optional.empty();
        orders.clear();
        refusedLvnfs.clear();
        refusedImages.clear();
    }

    private void list() {
        client.list().whenCompleteAsync(ofThisSession((contents, thrown) -> {
            if (thrown == null) {
                changedAll();
                contents.keepHandlers(has);
                has = contents;
                isListed = true;
                isBusy = false;
                listProblem = Optional.empty();
                orders.clear();
                leaving.retainAll(has.lvnfs());
                dirtyLvnfs.addAll(ours());
                dirtyLvnfs.addAll(wants.lvnfs());
                dirtyImages.addAll(has.images());
                changedAll();
                work();
            } else if (refusal(thrown).isPresent()) {
                listProblem = refusal(thrown).map(NodeRefusal::problem);
                LOG.warn("Packet node {}: {}", node, listProblem.orElseThrow());
                changedAll();
                afterPause(LIST_PAUSE, this::list);
            } else {
                afterPause(PAUSE, this::list);
            }
        }), loop);
    }

    /**
     * Returns the LVNFs of the node that the configuration decides on. Those of a tenant that it does not have stay: it
     * may not be written yet, as at a controller that replaces another one.
     */
    private Set<String> ours() {
        final Set<String> ours = new HashSet<>(leaving);
        final Set<String> unknown = new TreeSet<>();
        for (final String name : has.lvnfs()) {
            LvnfId.of(name).ifPresent(id -> (isTenant.test(id.tenant()) ? ours : unknown).add(name));
        }
        unknown.removeAll(leaving);
        if (!unknown.isEmpty()) {
            LOG.warn("Packet node {} keeps {}, because the configuration has nothing of their tenants", node, unknown);
        }
        return ours;
    }

    /** Returns a handler that ignores what belongs to an earlier session than the present one. */
    private <T> BiConsumer<T, Throwable> ofThisSession(final BiConsumer<T, Throwable> handler) {
        final int present = session;
        return (result, thrown) -> {
            if (session == present) {
                handler.accept(result, thrown);
            }
        };
    }

    private void afterPause(final Duration pause, final Runnable task) {
        final int present = session;
        loop.schedule(pause, () -> {
            if (session == present) {
                task.run();
            }
        });
    }

    private void changedAll() {
        has.lvnfs().forEach(changed);
        wants.lvnfs().forEach(changed);
    }

    /** Sends the next order, if there is one and no other is under way. */
    void work() {
        if (!isListed || isBusy) {
            return;
        }
        final Optional<NodeOrder> next = next();
        if (next.isEmpty()) {
            return;
        }
        final NodeOrder order = next.orElseThrow();
        isBusy = true;
        client.send(order).whenCompleteAsync(ofThisSession((effect, thrown) -> answered(order, effect, thrown)), loop);
    }

    private Optional<NodeOrder> next() {
        plan();
        while (!orders.isEmpty()) {
            final NodeOrder order = orders.remove();
            if (isStillRight(order)) {
                return Optional.of(order);
            }
        }
        return Optional.empty();
    }

    /**
     * Plans the orders for all that has changed. Removals, modes and limits go before earlier orders, because they are
     * quick and may be urgent; the others wait for their turn.
     */
    private void plan() {
        if (dirtyLvnfs.isEmpty() && dirtyImages.isEmpty()) {
            return;
        }
        orders.removeIf(order -> order instanceof LvnfOrder ofLvnf && dirtyLvnfs.contains(ofLvnf.lvnf()));
        final Set<String> added = new HashSet<>();
        final Deque<NodeOrder> urgent = new ArrayDeque<>();
        for (final NodeOrder order : NodePlan.orders(has, wants, dirtyLvnfs, dirtyImages)) {
            if (order instanceof RemoveLvnf || (order instanceof SetMode || order instanceof SetLimit)
                    && !added.contains(((LvnfOrder) order).lvnf())) {
                urgent.addFirst(order);
                continue;
            }
            if (order instanceof AddImage add) {
                refusedImages.remove(add.image().atNode());
            } else if (order instanceof AddLvnf add) {
                added.add(add.lvnf());
            }
            orders.addLast(order);
        }
        urgent.forEach(orders::addFirst);
        dirtyLvnfs.forEach(changed);
        dirtyLvnfs.clear();
        dirtyImages.clear();
    }

    /** Returns false if an order has become needless or impossible since the plan. */
    private boolean isStillRight(final NodeOrder order) {
        if (order instanceof AddImage add) {
            final String image = add.image().atNode();
            return wants.uses(image) && has.image(image).isEmpty() && !refusedImages.containsKey(image);
        }
        if (order instanceof RemoveImage remove) {
            return !wants.uses(remove.image()) && has.uses(remove.image()) == 0;
        }
        final String lvnf = ((LvnfOrder) order).lvnf();
        if (refusedLvnfs.containsKey(lvnf)) {
            return false;
        }
        final Optional<NodeRefusal> refusedImage = neededImage(order).filter(image -> has.image(image).isEmpty())
            .map(refusedImages::get);
        refusedImage.ifPresent(refusal -> refuse(lvnf, refusal));
        return refusedImage.isEmpty();
    }

    private static Optional<String> neededImage(final NodeOrder order) {
        return order instanceof AddLvnf add ? Optional.of(add.wanted().image().atNode())
            : order instanceof ReplaceLvnf replace ? Optional.of(replace.wanted().image().atNode())
            : Optional.empty();
    }

    private void answered(final NodeOrder order, final Consumer<NodeContents> effect, final Throwable thrown) {
        final Optional<NodeRefusal> refusal = thrown == null ? Optional.empty() : refusal(thrown);
        if (thrown == null) {
            effect.accept(has);
            succeeded(order);
        } else if (refusal.isPresent()) {
            if (isContradiction(order, refusal.orElseThrow()) && contradictions < MAX_CONTRADICTIONS) {
                contradictions++;
                LOG.info("Packet node {} is asked again what it has, because it says: {}", node,
                    refusal.orElseThrow().problem());
                afterPause(LIST_PAUSE, this::list);
                return;
            }
            refused(order, refusal.orElseThrow());
        } else {
            LOG.debug("Packet node {}: {} is not done: {}", node, order, thrown.getMessage());
            orders.addFirst(order);
            afterPause(PAUSE, () -> {
                isBusy = false;
                work();
            });
            return;
        }
        isBusy = false;
        work();
    }

    /** Returns why a node has refused something; empty if it has not answered. */
    private static Optional<NodeRefusal> refusal(final Throwable thrown) {
        final Throwable cause = Failures.unwrap(thrown);
        if (cause instanceof JsonRpcException error) {
            return Optional.of(new NodeRefusal(Failures.text(error, MAX_PROBLEM), error.code()));
        }
        return cause instanceof IOException && !(cause instanceof ProtocolException) ? Optional.empty()
            : Optional.of(new NodeRefusal("the node's answer is wrong: " + Failures.text(cause, MAX_PROBLEM), 0));
    }

    /**
     * Returns true if the node has something else than is known: it goes on with an order whose session has ended, or
     * another client has changed it.
     */
    private static boolean isContradiction(final NodeOrder order, final NodeRefusal refusal) {
        return refusal.code() == 0 || refusal.code() == NodeClient.IN_USE
            || refusal.code() == NodeClient.UNKNOWN && order instanceof LvnfOrder;
    }

    private void succeeded(final NodeOrder order) {
        if (order instanceof LvnfOrder ofLvnf) {
            changed.accept(ofLvnf.lvnf());
        }
        if (order instanceof RemoveLvnf remove) {
            leaving.remove(remove.lvnf());
        }
        if (order instanceof AddImage add) {
            refusedImages.remove(add.image().atNode());
            reconsiderRefused(lvnf -> wants.lvnf(lvnf).filter(wanted ->
                wanted.image().equals(add.image())).isPresent());
        } else if (order instanceof RemoveImage || order instanceof RemoveLvnf || order instanceof ReplaceLvnf) {
            reconsiderRefused(lvnf -> refusedLvnfs.get(lvnf).code() == NodeClient.FULL);
        }
    }

    private void reconsiderRefused(final Predicate<String> isAffected) {
        final List<String> affected = refusedLvnfs.keySet().stream().filter(isAffected).toList();
        dirtyLvnfs.addAll(affected);
        refusedLvnfs.keySet().removeAll(affected);
    }

    private void refused(final NodeOrder order, final NodeRefusal refusal) {
        if (order instanceof LvnfOrder ofLvnf) {
            refuse(ofLvnf.lvnf(), refusal);
        } else if (order instanceof AddImage add) {
            refusedImages.put(add.image().atNode(), refusal);
        }
        LOG.warn("Packet node {} refuses: {}", node, refusal.problem());
    }

    /** Records a refusal, unless something else is wanted by now. */
    private void refuse(final String lvnf, final NodeRefusal refusal) {
        if (!dirtyLvnfs.contains(lvnf)) {
            refusedLvnfs.put(lvnf, refusal);
            changed.accept(lvnf);
        }
    }

    /** Forgets what the node has, because it is no longer configured or enabled. */
    void forget() {
        changedAll();
        newSession();
        leaving.clear();
        has = new NodeContents(List.of(), List.of());
    }

    /** Returns true if there is nothing to keep. */
    boolean isIdle() {
        return wants.isEmpty() && has.lvnfs().isEmpty() && !hasSession;
    }

    String node() {
        return node;
    }

    /** Returns what is known of the node; empty before the first session has listed it. */
    NodeContents contents() {
        return has;
    }

    /** Returns true while the open session has listed what the node has. */
    boolean isListed() {
        return isListed;
    }

    /** Returns how far the node is with an LVNF. */
    LvnfProgress progress(final String lvnf) {
        if (problem(lvnf).isPresent()) {
            return LvnfProgress.FAILED;
        }
        return isListed && wants.lvnf(lvnf).isPresent() && has.lvnf(lvnf).filter(found ->
            found.is(wants.lvnf(lvnf).orElseThrow())).isPresent() ? LvnfProgress.READY : LvnfProgress.WAITING;
    }

    /** Returns why the node does not have an LVNF as configured, if it has said that. */
    Optional<String> problem(final String lvnf) {
        return Optional.ofNullable(refusedLvnfs.get(lvnf)).map(NodeRefusal::problem).or(() -> listProblem);
    }
}
