// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PageServletTest {
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);

    @BeforeEach
    void setUp() throws Exception {
        final ServletContextHandler context = new ServletContextHandler();
        context.setContextPath("/cloudmac");
        context.setAllowNullPathInfo(true);
        context.addServlet(new ServletHolder(new PageServlet()), "/*");
        server.setHandler(context);
        server.addConnector(connector);
        server.start();
    }

    @AfterEach
    void tearDown() throws Exception {
        server.stop();
    }

    private String sent(final String method, final String path) throws Exception {
        return connector.getResponse(method + " " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    }

    @Test
    void theIndexIsServedAndNotKept() throws Exception {
        final String answer = sent("GET", "/cloudmac/");
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
        assertTrue(answer.contains("Content-Type: text/html;charset=utf-8"), answer);
        assertTrue(answer.contains("Cache-Control: no-store"), answer);
        assertTrue(answer.contains("default-src 'none'; script-src 'self'"), answer);
        assertTrue(answer.contains("require-trusted-types-for 'script'"), answer);
        assertTrue(answer.contains("frame-ancestors 'none'"), answer);
        assertTrue(answer.contains("X-Content-Type-Options: nosniff"), answer);
        assertTrue(sent("GET", "/cloudmac").contains("Location: "), "the page's files are relative to a folder");
    }

    @Test
    void filesOfTheIndexAreServedAndKept() throws Exception {
        final Matcher files = Pattern.compile("(?:src|href)=\"(/cloudmac/assets/[^\"]+)\"")
            .matcher(sent("GET", "/cloudmac/"));
        int number = 0;
        while (files.find()) {
            final String answer = sent("GET", files.group(1));
            assertTrue(answer.startsWith("HTTP/1.1 200 "), files.group(1));
            assertTrue(answer.contains("immutable"), files.group(1));
            assertEquals("", sent("HEAD", files.group(1)).replaceAll("(?s).*\r\n\r\n", ""));
            number++;
        }
        assertTrue(number >= 2, "a script and a style sheet");
    }

    @Test
    void licencesAreShipped() throws Exception {
        final String answer = sent("GET", "/cloudmac/licences.txt");
        for (final String library : new String[] {"svelte", "uplot", "@dagrejs/dagre"}) {
            assertTrue(answer.contains(library + " "), library);
        }
        assertTrue(answer.contains("Permission is hereby granted"), answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/cloudmac/none.js", "/cloudmac/assets/", "/cloudmac/assets/none.js",
        "/cloudmac/page.class",
        "/cloudmac/..%2fMETA-INF/MANIFEST.MF", "/cloudmac/%2e%2e/io/cloudmac/web/PageServlet.class",
        "/cloudmac/index.html;a=b", "/cloudmac/index%2ehtml", "/cloudmac//index.html"})
    void othersAreNotThere(final String path) throws Exception {
        final String answer = sent("GET", path);
        assertTrue(answer.startsWith("HTTP/1.1 40"), answer);
        assertFalse(answer.contains("<script"), answer);
    }

    @Test
    void onlyReadingIsServed() throws Exception {
        assertTrue(sent("POST", "/cloudmac/").startsWith("HTTP/1.1 405 "));
    }
}
