// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Announcement;
import java.time.Duration;

/** The discovery of WTPs, with announcements that a test sends. */
public final class AnnouncedWtps {
    /** How long after a start the stored port of a WTP counts without an announcement. */
    public static final Duration PATIENCE = ExpectedPorts.PATIENCE;

    private final WtpDiscovery discovery;

    /** Starts without WTPs. */
    public AnnouncedWtps(final EventLoop loop, final TopologyService topology, final LearnedStore learned) {
        discovery = new WtpDiscovery(loop, new FrameCounters(), topology, learned);
    }

    /** Returns the WTPs that are announced. */
    public WtpDirectory directory() {
        return discovery;
    }

    /** Has an announcement come in at a port. */
    public void announce(final PortId port, final Announcement announcement) {
        discovery.onAnnouncement(port, announcement);
    }
}
