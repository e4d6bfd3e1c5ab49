// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.jsonrpc.OvsdbServer;
import io.cloudmac.ovsdb.jsonrpc.Tls;
import io.netty.handler.ssl.SslContext;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
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

/** The southbound in Karaf; settings in etc/io.cloudmac.ovsdb.cfg, changes of which restart it. */
@Component(service = {}, immediate = true, configurationPid = "io.cloudmac.ovsdb")
@Designate(ocd = OvsdbComponent.Settings.class)
public final class OvsdbComponent {
    /** Settings. */
    @ObjectClassDefinition(name = "OVSDB southbound")
    public @interface Settings {
        @AttributeDefinition(description = "Address to listen on; empty for all")
        String bind_address() default "";

        @AttributeDefinition(description = "TCP port to listen on")
        int port() default 6640;

        @AttributeDefinition(description = "Private key for TLS: PEM file, PKCS #8; empty for plain TCP")
        String tls_key() default "";

        @AttributeDefinition(description = "Certificate of the key: PEM file")
        String tls_cert() default "";

        @AttributeDefinition(description = "CA of the switches' certificates: PEM file")
        String tls_ca() default "";

        @AttributeDefinition(description = "A switch silent for so long is probed, then cut off; seconds")
        int probe_seconds() default 5;

        @AttributeDefinition(description = "Longest time for an answer of a switch; seconds")
        int timeout_seconds() default 30;

        @AttributeDefinition(description = "Longest message of a switch; bytes")
        int max_message_bytes() default 64 * 1024 * 1024;

        @AttributeDefinition(description = "First delay before a refused entry is tried again; milliseconds")
        int retry_ms() default 1000;

        @AttributeDefinition(description = "Longest delay before an entry is tried again; milliseconds")
        int retry_max_ms() default 60000;

        @AttributeDefinition(description = "What others change of what is configured: mend or report")
        String out_of_band() default "mend";

        @AttributeDefinition(description = "First delay before a switch is connected to again; milliseconds")
        int connect_retry_ms() default 1000;

        @AttributeDefinition(description = "Longest delay before a switch is connected to again; milliseconds")
        int connect_retry_max_ms() default 30000;

        @AttributeDefinition(description = "Members of a cluster share the switches; without: this one has all")
        boolean cluster() default true;
    }

    private static final Duration REPEAT = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final OvsdbSouthbound southbound;

    /**
     * Starts the southbound.
     *
     * @throws IOException if it cannot listen or the TLS files cannot be used
     */
    @Activate
    public OvsdbComponent(@Reference final DataBroker broker, @Reference final NotificationPublishService notifications,
            @Reference final EntityOwnershipService entities,
            final Settings settings) throws IOException {
        final InetSocketAddress address = settings.bind_address().isEmpty()
            ? new InetSocketAddress(settings.port())
            : new InetSocketAddress(settings.bind_address(), settings.port());
        southbound = new OvsdbSouthbound(broker, new EntryNotifier(notifications), address,
            tls(settings, Tls::server),
            new OvsdbServer.Limits(Duration.ofSeconds(settings.probe_seconds()),
                Duration.ofSeconds(settings.timeout_seconds()), settings.max_message_bytes()),
            new Reconciler.Delays(Duration.ofMillis(settings.retry_ms()), REPEAT,
                Duration.ofMillis(settings.retry_max_ms()), mend(settings.out_of_band())),
            new OvsdbSouthbound.Outgoing(tls(settings, Tls::client),
                new Backoff.Limits(Duration.ofMillis(settings.connect_retry_ms()),
                    Duration.ofMillis(settings.connect_retry_max_ms()))),
            settings.cluster() ? new OvsdbSouthbound.Cluster(new EosOwnership(entities, new ClusterMembers()), PATIENCE)
                : OvsdbSouthbound.Cluster.alone());
    }

    /** Ends it. */
    @Deactivate
    void deactivate() {
        southbound.close();
    }

    private static boolean mend(final String setting) throws IOException {
        return switch (setting) {
            case "mend" -> true;
            case "report" -> false;
            default -> throw new IOException("out.of.band is to be mend or report, not " + setting);
        };
    }

    /** One side of TLS from a private key, its certificate and a CA. */
    private interface Side {
        SslContext of(File key, File cert, File ca) throws IOException;
    }

    private static SslContext tls(final Settings settings, final Side side) throws IOException {
        if (settings.tls_key().isEmpty() && settings.tls_cert().isEmpty() && settings.tls_ca().isEmpty()) {
            return null;
        }
        if (settings.tls_key().isEmpty() || settings.tls_cert().isEmpty() || settings.tls_ca().isEmpty()) {
            throw new IOException("TLS for OVSDB needs all three of tls.key, tls.cert and tls.ca");
        }
        return side.of(new File(settings.tls_key()), new File(settings.tls_cert()), new File(settings.tls_ca()));
    }
}
