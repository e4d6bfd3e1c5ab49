// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.trigger.TriggerEvents.EventPage;
import io.cloudmac.impl.trigger.TriggerEvents.LoggedEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/** The newest events of each tenant, and the readers that wait for more. All methods run on the event loop. */
final class EventLog {
    /** Events that are kept of a tenant. */
    static final int MAX_EVENTS = 4096;
    /** Events in one answer. */
    static final int MAX_PAGE = 256;
    /** Readers that wait at a time; others are answered at once. */
    static final int MAX_WAITING = 256;

    private final Map<String, TenantLog> tenants = new HashMap<>();
    private final EventLoop loop;
    private final long log;
    private int waiting;

    /** A reader that waits. */
    private record WaitingReader(long after, CompletableFuture<EventPage> answer) {
    }

    private static final class TenantLog {
        private final Deque<LoggedEvent> events = new ArrayDeque<>();
        private final List<WaitingReader> readers = new ArrayList<>();
        private long newest;

        boolean isIdle() {
            return newest == 0 && readers.isEmpty();
        }
    }

    /**
     * Starts without events.
     *
     * @param log a random number
     */
    EventLog(final EventLoop loop, final long log) {
        this.loop = loop;
        this.log = log;
    }

    /** Adds an event, and answers those who wait for it. */
    void add(final TriggerEvent event) {
        final TenantLog tenant = tenants.computeIfAbsent(event.lvnf().tenant(), key -> new TenantLog());
        tenant.newest++;
        tenant.events.add(new LoggedEvent(tenant.newest, event));
        if (tenant.events.size() > MAX_EVENTS) {
            tenant.events.remove();
        }
        final List<WaitingReader> readers = List.copyOf(tenant.readers);
        tenant.readers.clear();
        readers.forEach(reader -> answer(tenant, reader));
    }

    /**
     * Forgets the events of a tenant that has gone, so that another one of this name does not see them. Numbers go on:
     * a reader may still have the last one.
     */
    void forget(final String name) {
        final TenantLog tenant = tenants.get(name);
        if (tenant != null) {
            tenant.events.clear();
        }
    }

    /**
     * Reads events as {@link TriggerEvents#read} describes.
     *
     * @param after number in this log
     */
    CompletionStage<EventPage> read(final String name, final long after, final Duration wait) {
        final TenantLog tenant = tenants.computeIfAbsent(name, key -> new TenantLog());
        final WaitingReader reader = new WaitingReader(Math.min(after, tenant.newest), new CompletableFuture<>());
        if (reader.after < tenant.newest || wait.isZero() || waiting >= MAX_WAITING) {
            reader.answer.complete(page(tenant, reader.after));
            forgetIdle(name);
            return reader.answer;
        }
        waiting++;
        tenant.readers.add(reader);
        final Registration end = loop.schedule(wait, () -> {
            tenant.readers.remove(reader);
            answer(tenant, reader);
            forgetIdle(name);
        });
        return reader.answer.whenComplete((page, thrown) -> {
            waiting--;
            end.close();
        });
    }

    private void answer(final TenantLog tenant, final WaitingReader reader) {
        reader.answer.complete(page(tenant, reader.after));
    }

    private EventPage page(final TenantLog tenant, final long after) {
        return new EventPage(log, tenant.newest, tenant.events.stream().filter(event -> event.number() > after)
            .limit(MAX_PAGE).toList());
    }

    private void forgetIdle(final String name) {
        if (tenants.get(name).isIdle()) {
            tenants.remove(name);
        }
    }

    /** Returns this log's number. */
    long number() {
        return log;
    }
}
