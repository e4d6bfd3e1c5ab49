// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import io.cloudmac.impl.alarms.Alarm;
import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.core.SingleThreadLoop;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the alarms to where the settings say. At its start, and after a change of the settings, it sends those that are
 * raised. A wrong setting is logged, and switches off what it is about.
 */
@Component(service = {}, immediate = true, configurationPid = "io.cloudmac.alarms")
public final class AlarmOutputs {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmOutputs.class);
    private static final Duration HOOK_LIMIT = Duration.ofSeconds(10);

    private final SingleThreadLoop loop = new SingleThreadLoop("cloudmac-alarms");
    private final List<Consumer<Alarm>> outputs = new ArrayList<>();
    private final List<Runnable> ends = new ArrayList<>();
    private final Registration registration;

    /** Starts to send. */
    @Activate
    public AlarmOutputs(@Reference final AlarmBoard board, final AlarmConfiguration configuration) {
        final String host = hostName();
        checked(() -> AlarmSettings.syslog(configuration.syslog())).ifPresent(server -> {
            final SyslogSender sender = new SyslogSender(server);
            final long process = ProcessHandle.current().pid();
            outputs.add(alarm -> sender.send(SyslogMessage.of(alarm, host, process)));
            ends.add(sender::close);
        });
        checked(() -> AlarmSettings.hook(configuration.hook()).map(uri ->
            client(uri, AlarmSettings.token(configuration.hook$_$token$_$file())))).ifPresent(client -> {
                final WebHook hook = new WebHook(loop, client);
                outputs.add(alarm -> hook.add(HookMessage.of(alarm, host)));
                ends.add(hook::close);
            });
        registration = outputs.isEmpty() ? () -> { }
            : board.listen(alarm -> loop.execute(() -> outputs.forEach(output -> output.accept(alarm))));
    }

    private static <T> Optional<T> checked(final Supplier<Optional<T>> setting) {
        try {
            return setting.get();
        } catch (final IllegalArgumentException e) {
            LOG.error("etc/io.cloudmac.alarms.cfg: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            LOG.debug("This machine has no name", e);
            return "-";
        }
    }

    private static WebHook.HookClient client(final URI uri, final Optional<String> token) {
        final HttpClient client = HttpClient.newBuilder().connectTimeout(HOOK_LIMIT)
            .version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.NEVER).build();
        return body -> {
            final HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(HOOK_LIMIT)
                .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofByteArray(body));
            token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
            return client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
                .thenApply(HttpResponse::statusCode);
        };
    }

    /** Ends. What waits for the web hook is dropped. */
    @Deactivate
    void close() {
        registration.close();
        loop.execute(() -> ends.forEach(Runnable::run));
        loop.execute(loop::close);
    }
}
