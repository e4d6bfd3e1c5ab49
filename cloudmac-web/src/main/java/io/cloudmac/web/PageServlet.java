// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.web;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import javax.servlet.Servlet;
import javax.servlet.ServletConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Sends a file of the page. Each answer forbids the browser what the page does not need. */
final class PageServlet implements Servlet {
    private static final Map<String, String> HEADERS = Map.of(
        "Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none';"
            + " require-trusted-types-for 'script'; trusted-types svelte-trusted-html",
        "X-Content-Type-Options", "nosniff",
        "X-Frame-Options", "DENY",
        "Referrer-Policy", "no-referrer",
        "Cross-Origin-Opener-Policy", "same-origin",
        "Cross-Origin-Resource-Policy", "same-origin",
        "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");

    private volatile ServletConfig config;

    @Override
    public void init(final ServletConfig given) {
        config = given;
    }

    @Override
    public ServletConfig getServletConfig() {
        return config;
    }

    @Override
    public String getServletInfo() {
        return "page";
    }

    @Override
    public void destroy() {
        // Nothing to end.
    }

    @Override
    public void service(final ServletRequest request, final ServletResponse response)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP is served");
        }
        HEADERS.forEach(answer::setHeader);
        answer.setHeader("Cache-Control", "no-store");
        final String path = http.getRequestURI().substring(http.getContextPath().length());
        if (!http.getMethod().equals("GET") && !http.getMethod().equals("HEAD")) {
            answer.setHeader("Allow", "GET, HEAD");
            answer.setStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
        } else if (path.isEmpty()) {
            answer.setHeader("Location", http.getContextPath() + "/");
            answer.setStatus(HttpServletResponse.SC_FOUND);
        } else {
            send(PageFile.of(path), http.getMethod().equals("GET"), answer);
        }
    }

    private static void send(final Optional<PageFile> file, final boolean hasBody, final HttpServletResponse answer)
            throws IOException {
        final byte[] content = file.isEmpty() ? null : content(file.orElseThrow());
        if (content == null) {
            answer.setStatus(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        answer.setContentType(file.orElseThrow().type());
        answer.setContentLength(content.length);
        if (file.orElseThrow().isLasting()) {
            answer.setHeader("Cache-Control", "public, max-age=31536000, immutable");
        }
        if (hasBody) {
            answer.getOutputStream().write(content);
        }
    }

    /** Returns the octets of a file; null if the bundle has no such file. */
    private static byte[] content(final PageFile file) throws IOException {
        try (InputStream in = PageServlet.class.getResourceAsStream(file.resource())) {
            return in == null ? null : in.readAllBytes();
        }
    }
}
