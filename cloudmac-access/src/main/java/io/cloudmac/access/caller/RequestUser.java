// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.caller;

import java.util.Optional;

/**
 * The account whose request the current thread serves. RESTCONF calls RPCs on the thread of the request.
 *
 * <p>Shiro's own context cannot be asked: a thread that is created during a request inherits it, and keeps the account
 * for ever.
 */
public final class RequestUser {
    /** A part of the service of a request. */
    @FunctionalInterface
    public interface RequestService<E1 extends Exception, E2 extends Exception> {
        /** Serves the request. */
        void serve() throws E1, E2;
    }

    private static final ThreadLocal<String> NAME = new ThreadLocal<>();

    private RequestUser() {
    }

    /** Returns the name of the account; empty if the thread serves no request. */
    public static Optional<String> current() {
        return Optional.ofNullable(NAME.get());
    }

    /** Serves a request of an account. */
    public static <E1 extends Exception, E2 extends Exception> void serve(final String name,
            final RequestService<E1, E2> service) throws E1, E2 {
        NAME.set(name);
        try {
            service.serve();
        } finally {
            NAME.remove();
        }
    }
}
