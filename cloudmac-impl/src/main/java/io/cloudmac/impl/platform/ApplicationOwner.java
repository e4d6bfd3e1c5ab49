// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.MemberLoop;
import io.cloudmac.impl.core.SingleThreadLoop;
import io.cloudmac.impl.core.Term;
import io.cloudmac.openflow.control.SwitchControl;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.eos.binding.api.Entity;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipChange;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipService;
import org.opendaylight.mdsal.eos.common.api.CandidateAlreadyRegisteredException;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the application on one member of a cluster. The members are candidates for one entity of MD-SAL's entity
 * ownership service. Its owner stores its {@link Term}, and then enables the {@link ApplicationComponents} and
 * publishes {@link EventLoop}, on which they depend, so that OSGi starts the application, and {@link SwitchControl}, so
 * that switches connect. A single controller is its own owner.
 *
 * <p>A member that loses the ownership, or is cut off from the majority, first ends the loop, so that no further
 * decision is made, then closes the connections of the switches, and then stops the application. Nothing is released or
 * deleted: another member goes on with it.
 */
@Component(service = {})
public final class ApplicationOwner {
    static final Entity APPLICATION = new Entity("cloudmac-application", "owner");
    /** How long the end waits for the task that is running. A task does not block. */
    private static final Duration LAST_TASK = Duration.ofSeconds(1);
    /** At the start of the bundle, OSGi can enable components after this one has disabled them. */
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ApplicationOwner.class);

    private final ApplicationComponents components;
    private final MemberLoop member;
    private final BundleContext context;
    private final TermStore terms;
    private final FormerState former;
    private final Registration listener;
    private final Registration candidate;
    private final Registration checks;
    /** The services on which the application depends, in the order of their registration. */
    private final Deque<ServiceRegistration<?>> ofApplication = new ArrayDeque<>();
    private ServiceRegistration<SwitchControl> control;
    /** The attempt to store a term; null: none is under way. */
    private Registration pending;
    private volatile boolean isOwner;
    /** True from a loss until {@link #update} has stopped what began before it. */
    private volatile boolean wasLost;
    private volatile boolean isClosed;
    private volatile SingleThreadLoop running;

    /** Becomes a candidate. */
    @Activate
    public ApplicationOwner(@Reference final EntityOwnershipService ownership, @Reference final DataBroker broker,
            @Reference final MemberLoop member, @Reference final ServiceComponentRuntime runtime,
            final BundleContext context) throws CandidateAlreadyRegisteredException {
        components = new ApplicationComponents(runtime, context.getBundle());
        components.disable();
        this.member = member;
        this.context = context;
        former = new FormerState(broker, member);
        terms = new TermStore(broker, member, () -> System.currentTimeMillis() / 1000);
        listener = ownership.registerListener(APPLICATION.getType(), this::ownershipChanged);
        candidate = ownership.registerCandidate(APPLICATION);
        checks = member.every(CHECK_PERIOD, this::disableUnlessRunning);
    }

    private synchronized void disableUnlessRunning() {
        if (running == null && components.isAnyEnabled()) {
            components.disable();
        }
    }

    /** Hands the application over to another member. */
    @Deactivate
    void close() {
        isClosed = true;
        checks.close();
        listener.close();
        lose();
        update();
        candidate.close();
    }

    /** Follows the ownership, on a thread of the ownership service. */
    private void ownershipChanged(final EntityOwnershipChange change) {
        if (!change.getEntity().equals(APPLICATION)) {
            return;
        }
        if (change.getState().isOwner() && !change.inJeopardy()) {
            isOwner = true;
        } else {
            lose();
            if (change.getState().hasOwner() && !change.getState().isOwner()) {
                LOG.info("Another member owns the application");
            }
        }
        member.execute(this::update);
    }

    /** Ends the loop at once, on any thread. */
    private void lose() {
        wasLost = true;
        isOwner = false;
        final SingleThreadLoop loop = running;
        if (loop != null) {
            loop.close();
        }
    }

    private synchronized void update() {
        if (wasLost) {
            wasLost = false;
            if (pending != null) {
                pending.close();
                pending = null;
            }
            if (running != null) {
                stop();
            }
        }
        if (isOwner && !isClosed && running == null && pending == null) {
            pending = terms.next(this::onStored);
        }
    }

    private synchronized void onStored(final long term) {
        if (mayStart()) {
            pending = former.remove(() -> start(term));
        }
    }

    /** Returns false after a loss: then the update that follows it begins again, if this member is owner again. */
    private boolean mayStart() {
        return isOwner && !wasLost && !isClosed;
    }

    private synchronized void start(final long term) {
        if (!mayStart()) {
            return;
        }
        pending = null;
        final SingleThreadLoop loop = new SingleThreadLoop("cloudmac");
        running = loop;
        if (wasLost) {
            // Perhaps before lose() could see the loop. The update that follows a loss begins again.
            loop.close();
            running = null;
            return;
        }
        LOG.info("This member owns the application, term {}", term);
        components.enable();
        // The switches are admitted while the application starts.
        control = context.registerService(SwitchControl.class, new SwitchControl() { }, null);
        ofApplication.push(context.registerService(Term.class, () -> term, null));
        ofApplication.push(context.registerService(EventLoop.class, loop, null));
    }

    private void stop() {
        LOG.info("This member no longer owns the application");
        if (!running.awaitEnd(LAST_TASK)) {
            LOG.warn("A task of the event loop still runs");
        }
        control.unregister();
        while (!ofApplication.isEmpty()) {
            ofApplication.pop().unregister();
        }
        components.disable();
        running = null;
    }
}
