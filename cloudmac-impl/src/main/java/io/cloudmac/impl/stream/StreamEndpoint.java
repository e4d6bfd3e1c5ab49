// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import io.cloudmac.impl.core.SingleThreadLoop;
import io.cloudmac.impl.events.EventJournal;
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
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Serves {@code /events/stream} behind the same filters as RESTCONF. It runs on every member of a cluster, and has
 * events at the owner of the application only.
 */
@Component(service = {})
public final class StreamEndpoint {
    private final SingleThreadLoop loop = new SingleThreadLoop("cloudmac-streams");
    private final EventStreams streams = new EventStreams(loop);
    private final Registration registration;

    /** Registers with the web server. */
    @Activate
    public StreamEndpoint(@Reference final WebServer server,
            @Reference(target = "(io.cloudmac.access=true)") final WebContextSecurer securer) throws ServletException {
        final WebContext.Builder context = WebContext.builder()
            .name("cloudmac-events")
            .contextPath("/events")
            .supportsSessions(true)
            .addServlet(ServletDetails.builder()
                .servlet(new StreamServlet(streams))
                .addUrlPattern("/stream")
                .asyncSupported(true)
                .build());
        securer.requireAuthentication(context, true, "/*");
        registration = server.registerWebContext(context.build());
    }

    /** Sends the events of a journal, because the application has started at this member. */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindJournal(final EventJournal journal) {
        streams.follow(journal);
    }

    /** Ends the streams of a journal, because the application has ended at this member. */
    void unbindJournal(final EventJournal journal) {
        streams.unfollow(journal);
    }

    /** Ends all streams. */
    @Deactivate
    void close() {
        registration.close();
        streams.close();
        loop.close();
    }
}
