// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import io.cloudmac.access.audit.AuditLog;
import javax.servlet.ServletException;
import org.opendaylight.aaa.web.ServletDetails;
import org.opendaylight.aaa.web.WebContext;
import org.opendaylight.aaa.web.WebContextSecurer;
import org.opendaylight.aaa.web.WebServer;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Serves {@code /audit/query-changes} behind the same filters as RESTCONF. */
@Component(service = {})
public final class ChangesEndpoint {
    private final Registration registration;

    /** Registers with the web server. */
    @Activate
    public ChangesEndpoint(@Reference final WebServer server,
            @Reference(target = "(io.cloudmac.access=true)") final WebContextSecurer securer,
            @Reference final AuditLog audit) throws ServletException {
        final WebContext.Builder context = WebContext.builder()
            .name("cloudmac-audit")
            .contextPath("/audit")
            .supportsSessions(true)
            .addServlet(ServletDetails.builder()
                .servlet(new ChangesServlet(audit))
                .addUrlPattern("/query-changes")
                .build());
        securer.requireAuthentication(context, false, "/*");
        registration = server.registerWebContext(context.build());
    }

    @Deactivate
    void close() {
        registration.close();
    }
}
