// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.RadioParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Radio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Checks that VAP ids are unique, that bindings name existing WTPs, and that radio rules set something. */
@Component
public final class IdentityCheck implements ConfigurationCheck {
    private final KnownWtps knownWtps;
    private final KnownVaps knownVaps;

    /** Creates the check; {@code knownWtps} and {@code knownVaps} supply the WTPs and VAPs that are not configured. */
    @Activate
    public IdentityCheck(@Reference final KnownWtps knownWtps, @Reference final KnownVaps knownVaps) {
        this.knownWtps = knownWtps;
        this.knownVaps = knownVaps;
    }

    @Override
    public List<String> violations(final Cloudmac after) {
        final List<String> violations = new ArrayList<>();
        checkVapIds(after, violations);
        checkBindings(after, violations);
        checkRadio(after.nonnullRadio(), violations);
        return violations;
    }

    /**
     * Checks that no two VAPs share a VAP id: the radio tag identifies a VAP by two octets only. A VAP that the
     * operator configures in {@code vaps} replaces a discovered one. A BSSID that only a binding or a rule names does
     * not: it may be a typing error.
     */
    private void checkVapIds(final Cloudmac after, final List<String> violations) {
        final TreeMap<Integer, TreeSet<Mac>> byId = new TreeMap<>();
        final Set<Mac> configured = Bssids.configuredBy(after);
        for (final Mac bssid : Bssids.namedBy(after)) {
            byId.computeIfAbsent(bssid.lastTwoOctets(), id -> new TreeSet<>()).add(bssid);
        }
        byId.forEach((id, bssids) -> {
            if (bssids.size() > 1) {
                violations.add(String.format("BSSIDs %s share the VAP id %04x: their last two octets must differ",
                    bssids, id));
            }
            knownVaps.knownVaps().stream()
                .filter(vap -> vap.lastTwoOctets() == id && !bssids.contains(vap))
                .filter(vap -> bssids.stream().noneMatch(configured::contains))
                .forEach(vap -> violations.add(String.format("%s is unknown and shares its VAP id with %s, which is"
                    + " known: use that BSSID, or configure %s in vaps to replace it", bssids.first(), vap,
                    bssids.first())));
        });
    }

    private void checkBindings(final Cloudmac after, final List<String> violations) {
        final Set<Mac> wtps = new HashSet<>(knownWtps.knownWtps());
        after.nonnullWtps().nonnullWtp().keySet().forEach(key -> wtps.add(Mac.parse(key.getId().getValue())));
        final var bindings = after.nonnullBindings();

        for (final var vap : bindings.nonnullVap().values()) {
            for (final var wtp : listed(vap)) {
                checkWtp(wtps, wtp.getValue(), "VAP " + vap.getBssid().getValue(), violations);
            }
        }
        for (final var station : bindings.nonnullVirtualStation().values()) {
            checkWtp(wtps, station.requireWtp().getValue(), "virtual station " + station.getStation().getValue(),
                violations);
        }
        for (final var station : bindings.nonnullStation().values()) {
            final String who = "station " + station.getStation().getValue();
            final String wtp = station.requireWtp().getValue();
            checkWtp(wtps, wtp, who, violations);
            bindings.nonnullVap().values().stream()
                .filter(vap -> vap.getBssid().equals(station.getBssid()))
                .filter(vap -> !listed(vap).contains(station.getWtp()))
                .forEach(vap -> violations.add(who + " cannot be bound to WTP " + wtp + ", which does not radiate VAP "
                    + vap.getBssid().getValue()));
        }
    }

    /** Returns the WTPs of a VAP, which may have none. */
    private static Set<WtpId> listed(final Vap vap) {
        return vap.getWtp() == null ? Set.of() : vap.getWtp();
    }

    private static void checkWtp(final Set<Mac> wtps, final String wtp, final String who,
            final List<String> violations) {
        if (!wtps.contains(Mac.parse(wtp))) {
            violations.add(who + " cannot be bound to unknown WTP " + wtp
                + ": it is not configured and was never admitted");
        }
    }

    private static void checkRadio(final Radio radio, final List<String> violations) {
        radio.nonnullVap().values().forEach(rule -> checkRule(rule, rule.getBssid().getValue(), violations));
        radio.nonnullVapPriority().values().forEach(rule -> checkRule(rule,
            rule.getBssid().getValue() + " and user priority " + rule.getUserPriority().getValue(), violations));
        radio.nonnullStation().values().forEach(rule -> checkRule(rule, rule.getStation().getValue(), violations));
        radio.nonnullStationPriority().values().forEach(rule -> checkRule(rule,
            rule.getStation().getValue() + " and user priority " + rule.getUserPriority().getValue(), violations));
    }

    private static void checkRule(final RadioParameters rule, final String whose, final List<String> violations) {
        if (rule.getRate() == null && rule.getPower() == null) {
            violations.add("the radio rule of " + whose + " sets neither rate nor power");
        }
        if (rule.getRate() != null && rule.getRate().getValue().intValue() % 500 != 0) {
            violations.add("the radio rate of " + whose + ", " + rule.getRate().getValue()
                + " kbit/s, is not a multiple of 500");
        }
    }
}
