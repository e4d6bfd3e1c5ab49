// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;

/** A request with another query. */
final class OtherQuery extends HttpServletRequestWrapper {
    private final String query;

    OtherQuery(final HttpServletRequest request, final String query) {
        super(request);
        this.query = query;
    }

    @Override
    public String getQueryString() {
        return query;
    }
}
