// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.jsonrpc.Admission;
import io.cloudmac.ovsdb.jsonrpc.OvsdbServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipService;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the southbound in Karaf. A change of etc/io.cloudmac.ovsdb.cfg restarts it. */
@Component(service = {}, immediate = true, configurationPid = "io.cloudmac.ovsdb")
@Designate(ocd = OvsdbComponent.Settings.class)
public final class OvsdbComponent {
    /** Settings of the southbound. */
    @ObjectClassDefinition(name = "OVSDB southbound")
    public @interface Settings {
        @AttributeDefinition(description = "Address to listen on; empty for all")
        String bind_address() default "";

        @AttributeDefinition(description = "TCP port to listen on")
        int port() default 6640;

        @AttributeDefinition(description = "How switches connect: tls, or tcp for plain TCP")
        String transport() default "tls";

        @AttributeDefinition(description = "Private key for TLS: PEM file, PKCS #8")
        String tls_key() default "";

        @AttributeDefinition(description = "Certificate of the key: PEM file")
        String tls_cert() default "";

        @AttributeDefinition(description = "CA of the switches' certificates: PEM file")
        String tls_ca() default "";

        @AttributeDefinition(description = "Seconds without data before a probe, and again before a close")
        int probe_seconds() default 5;

        @AttributeDefinition(description = "Longest time for an answer from a switch; seconds")
        int timeout_seconds() default 30;

        @AttributeDefinition(description = "Longest message from a switch; bytes")
        int max_message_bytes() default 64 * 1024 * 1024;

        @AttributeDefinition(description = "Most connections that switches opened")
        int max_connections() default 2048;

        @AttributeDefinition(description = "Most of them from one address")
        int max_connections_per_source() default 64;

        @AttributeDefinition(description = "Longest message before a peer has named its switch; bytes")
        int max_setup_message_bytes() default 1024 * 1024;

        @AttributeDefinition(description = "Memory for unfinished messages of such peers; bytes")
        long max_setup_buffer_bytes() default 32L * 1024 * 1024;

        @AttributeDefinition(description = "Memory for unfinished messages of switches; bytes")
        long max_buffer_bytes() default 256L * 1024 * 1024;

        @AttributeDefinition(description = "First delay before a refused entry is retried; milliseconds")
        int retry_ms() default 1000;

        @AttributeDefinition(description = "Longest delay before an entry is retried; milliseconds")
        int retry_max_ms() default 60000;

        @AttributeDefinition(description = "Changes by other clients to configured entries: mend or report")
        String out_of_band() default "mend";

        @AttributeDefinition(description = "First delay before connecting to a switch again; milliseconds")
        int connect_retry_ms() default 1000;

        @AttributeDefinition(description = "Longest delay before connecting to a switch again; milliseconds")
        int connect_retry_max_ms() default 30000;

        @AttributeDefinition(description = "true: cluster members share the switches; false: this one programs all")
        boolean cluster() default true;
    }

    private static final Logger LOG = LoggerFactory.getLogger(OvsdbComponent.class);
    private static final Duration REPEAT = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Empty while the settings allow no switch to connect. */
    private final Optional<OvsdbSouthbound> southbound;

    /**
     * Starts the southbound. Without a usable transport it stays closed until the settings change.
     *
     * @throws IOException if it cannot listen, or a setting is wrong
     */
    @Activate
    public OvsdbComponent(@Reference final DataBroker broker, @Reference final NotificationPublishService notifications,
            @Reference final EntityOwnershipService entities,
            final Settings settings) throws IOException {
        final Optional<SwitchTransport> transport = transport(settings);
        southbound = transport.isPresent()
            ? Optional.of(open(broker, notifications, entities, settings, transport.orElseThrow())) : Optional.empty();
    }

    private static OvsdbSouthbound open(final DataBroker broker, final NotificationPublishService notifications,
            final EntityOwnershipService entities, final Settings settings, final SwitchTransport transport)
            throws IOException {
        final InetSocketAddress address = settings.bind_address().isEmpty()
            ? new InetSocketAddress(settings.port())
            : new InetSocketAddress(settings.bind_address(), settings.port());
        return new OvsdbSouthbound(broker, new EntryNotifier(notifications), address, transport.server(),
            new OvsdbServer.ConnectionLimits(Duration.ofSeconds(settings.probe_seconds()),
                Duration.ofSeconds(settings.timeout_seconds()), settings.max_message_bytes(),
                new Admission.Bounds(settings.max_connections(), settings.max_connections_per_source(),
                    settings.max_setup_message_bytes(), settings.max_setup_buffer_bytes(),
                    settings.max_buffer_bytes())),
            new Reconciler.Delays(Duration.ofMillis(settings.retry_ms()), REPEAT,
                Duration.ofMillis(settings.retry_max_ms()), mend(settings.out_of_band())),
            new OvsdbSouthbound.Outgoing(transport.client(),
                new Backoff.Limits(Duration.ofMillis(settings.connect_retry_ms()),
                    Duration.ofMillis(settings.connect_retry_max_ms()))),
            settings.cluster() ? new OvsdbSouthbound.Cluster(new EosOwnership(entities, new ClusterMembers()), PATIENCE)
                : OvsdbSouthbound.Cluster.alone());
    }

    /** Stops the southbound. */
    @Deactivate
    void deactivate() {
        southbound.ifPresent(OvsdbSouthbound::close);
    }

    private static boolean mend(final String setting) throws IOException {
        return switch (setting) {
            case "mend" -> true;
            case "report" -> false;
            default -> throw new IOException("out.of.band must be mend or report, not " + setting);
        };
    }

    private static Optional<SwitchTransport> transport(final Settings settings) {
        try {
            return Optional.of(SwitchTransport.of(settings.transport(),
                List.of(settings.tls_key(), settings.tls_cert(), settings.tls_ca())));
        } catch (final IOException e) {
            LOG.error("OVSDB is closed for all switches: {}", e.getMessage());
            return Optional.empty();
        }
    }
}
