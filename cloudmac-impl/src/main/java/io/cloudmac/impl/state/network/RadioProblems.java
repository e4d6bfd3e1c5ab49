// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.LeaseRefusals;
import io.cloudmac.impl.discovery.VapWidths;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Announcement.Radio;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The problems that WTPs' radios have with a VAP: they refuse its lease, or their channel is narrower than the VAP's.
 *
 * @param refusals the refused leases
 * @param widths the width of the VAPs' channels
 * @param up the announcements of the WTPs that are up
 */
record RadioProblems(LeaseRefusals refusals, VapWidths widths, Supplier<Map<Mac, Announcement>> up) {
    /** A channel of this width, MHz, fits any radio. */
    private static final int NARROWEST = 20;

    /**
     * Returns the problems of a VAP, as sentences without a full stop.
     *
     * @param bssid the VAP
     * @param frequency centre frequency of its primary channel, MHz
     * @param wtps the WTPs that radiate it
     */
    Stream<String> of(final Mac bssid, final int frequency, final Set<Mac> wtps) {
        return Stream.concat(
            refusals.refusals(bssid).entrySet().stream()
                .map(each -> "WTP " + each.getKey() + " refuses its lease: " + each.getValue()),
            widths.width(bssid) <= NARROWEST ? Stream.empty()
                : wtps.stream().sorted().flatMap(wtp -> narrow(wtp, frequency, widths.width(bssid))));
    }

    private Stream<String> narrow(final Mac wtp, final int frequency, final int needed) {
        return Stream.ofNullable(up.get().get(wtp)).flatMap(announcement -> announcement.radios().stream())
            .filter(radio -> radio.frequency() == frequency && radio.width() != 0 && radio.width() < needed)
            .mapToInt(Radio::width).distinct()
            .mapToObj(width -> "its channel is " + needed + " MHz wide, but that of WTP " + wtp + " only " + width
                + " MHz, so wide frames are lost");
    }
}
