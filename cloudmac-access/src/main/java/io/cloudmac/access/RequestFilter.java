// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** A filter of HTTP that has nothing to set up. */
abstract class RequestFilter implements Filter {
    @Override
    public final void init(final FilterConfig config) {
        // Nothing to set up.
    }

    @Override
    public final void destroy() {
        // Nothing to end.
    }

    @Override
    public final void doFilter(final ServletRequest request, final ServletResponse response, final FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP is served");
        }
        filter(http, answer, chain);
    }

    /** Passes a request on, or answers it. */
    abstract void filter(HttpServletRequest request, HttpServletResponse answer, FilterChain chain)
        throws IOException, ServletException;
}
