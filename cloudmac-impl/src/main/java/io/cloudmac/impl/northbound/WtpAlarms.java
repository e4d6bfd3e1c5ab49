// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.alarms.AlarmType;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Raises and clears the alarms about WTPs that are not heard. Only those that were admitted once have one: anybody on
 * the wire can announce others, and be silent.
 */
@Component(service = {}, immediate = true)
public final class WtpAlarms implements WtpDirectory.WtpListener {
    /** How long known WTPs have to announce themselves after the start. */
    static final Duration START = Duration.ofMinutes(1);

    private final LearnedStore learned;
    private final ConfigurationSource configuration;
    private final AlarmBoard alarms;
    private final List<Registration> registrations;
    /** The known WTPs, as seen last. Used on the event loop. */
    private Map<Mac, PortId> known = Map.of();

    /** Registers with the sources. */
    @Activate
    public WtpAlarms(@Reference final EventLoop loop, @Reference final WtpDirectory directory,
            @Reference final LearnedStore learned, @Reference final ConfigurationSource configuration,
            @Reference final AlarmBoard alarms) {
        this.learned = learned;
        this.configuration = configuration;
        this.alarms = alarms;
        registrations = List.of(directory.listen(this), learned.listen(this::follow), loop.schedule(START, () ->
            Set.copyOf(learned.learned().wtps().keySet()).stream()
                .filter(wtp -> !directory.wtps().containsKey(wtp))
                .forEach(wtp -> raise(wtp, "it has not announced itself since the controller's start"))));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    @Override
    public void wtpChanged(final Announcement announcement) {
        clear(announcement.wtp());
    }

    @Override
    public void wtpLost(final Mac wtp) {
        if (learned.learned().wtps().containsKey(wtp)) {
            raise(wtp, "it has not been heard for three of its intervals");
        }
    }

    private void raise(final Mac wtp, final String text) {
        final DesiredBindings wanted = configuration.get(DesiredBindings.PART);
        if (!wanted.disabledWtps().contains(wtp) && !wanted.drainingWtps().contains(wtp)) {
            alarms.raise(AlarmType.WTP_LOST, "wtp/" + wtp, text);
        }
    }

    private void clear(final Mac wtp) {
        alarms.clear(AlarmType.WTP_LOST, "wtp/" + wtp);
    }

    /** Clears the alarms about WTPs that were forgotten. */
    private void follow() {
        final Map<Mac, PortId> now = learned.learned().wtps();
        VersionedMap.differing(known, now).stream().filter(wtp -> !now.containsKey(wtp)).forEach(this::clear);
        known = now;
    }
}
