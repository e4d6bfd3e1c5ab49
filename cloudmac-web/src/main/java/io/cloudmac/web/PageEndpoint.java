// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.web;

import javax.servlet.ServletException;
import org.opendaylight.aaa.web.ServletDetails;
import org.opendaylight.aaa.web.WebContext;
import org.opendaylight.aaa.web.WebServer;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Serves {@code /cloudmac}, without a log-in: the files are public, and the page reads its data by RESTCONF. */
@Component(service = {})
public final class PageEndpoint {
    private final Registration registration;

    /** Registers with the web server. */
    @Activate
    public PageEndpoint(@Reference final WebServer server) throws ServletException {
        registration = server.registerWebContext(WebContext.builder()
            .name("cloudmac-web")
            .contextPath("/cloudmac")
            .supportsSessions(false)
            .addServlet(ServletDetails.builder().servlet(new PageServlet()).addUrlPattern("/*").build())
            .build());
    }

    @Deactivate
    void close() {
        registration.close();
    }
}
