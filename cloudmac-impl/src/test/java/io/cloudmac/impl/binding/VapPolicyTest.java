// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.binding.VapPolicy.Denial;
import io.cloudmac.impl.learned.Learned.KnownVap;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;

/** Which VAPs are accepted and served, for each setting and origin. */
class VapPolicyTest {
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac OTHER = Mac.parse("02:00:00:00:56:78");
    private static final PortId PORT = new PortId("openflow:2", 2);
    private static final PortId ELSEWHERE = new PortId("openflow:1", 2);
    private static final KnownVap PLAIN = new KnownVap(PORT, RawSsid.of("net"), 2412, 100);
    private static final KnownVap NAMED = PLAIN.withHost("north");

    private final SettingsBuilder settings = new SettingsBuilder();
    private final Map<Mac, Boolean> configured = new HashMap<>();
    private final Map<Mac, Set<Mac>> radiators = new HashMap<>();
    private Set<String> hosts = Set.of("north");

    private DesiredBindings desired() {
        return new DesiredBindings(BindingSettings.of(settings.build()), configured, hosts, Set.of(), Set.of(),
            radiators, Map.of(), Map.of());
    }

    private void assertUnserved(final Denial denial, final KnownVap vap) {
        assertEquals(Optional.ofNullable(denial), VapPolicy.whyUnserved(desired(), BSSID, vap));
    }

    /** Checks what happens to a VAP without a session. */
    private void assertRefused(final Denial denial, final KnownVap now, final Map<Mac, KnownVap> known) {
        assertEquals(Optional.ofNullable(denial), VapPolicy.whyRefused(desired(), BSSID, now, known));
    }

    @Test
    void byDefaultAVapWithAnSsidOfItsOwnIsAcceptedAndServed() {
        assertUnserved(null, PLAIN);
        assertRefused(null, PLAIN, Map.of());
        assertRefused(null, new KnownVap(ELSEWHERE, RawSsid.of("net"), 2412, 100), Map.of(BSSID, PLAIN));
    }

    @Test
    void theSettingRequiresASessionForEveryVap() {
        settings.setVapsNeedSession(true);
        configured.put(BSSID, true);
        assertUnserved(Denial.NO_SESSION, PLAIN);
        assertRefused(Denial.NO_SESSION, PLAIN, Map.of());
        assertUnserved(null, NAMED);
        hosts = Set.of();
        assertUnserved(Denial.NO_SESSION, NAMED);
    }

    @Test
    void aVapThatASessionNamedNeedsASessionForAnotherPort() {
        final KnownVap moved = new KnownVap(ELSEWHERE, RawSsid.of("net"), 2412, 100);
        configured.put(BSSID, true);
        assertRefused(Denial.NO_SESSION, moved, Map.of(BSSID, NAMED));
        assertRefused(null, NAMED.withFrequency(2437), Map.of(BSSID, NAMED));
        hosts = Set.of();
        assertRefused(null, moved, Map.of(BSSID, NAMED));
    }

    @Test
    void withoutAutomaticVapsASessionOrTheConfigurationIsNeeded() {
        settings.setAutomaticVaps(false);
        assertUnserved(Denial.NOT_CONFIGURED, PLAIN);
        assertUnserved(null, NAMED);
        radiators.put(BSSID, Set.of());
        assertUnserved(null, PLAIN);
        configured.put(BSSID, false);
        assertUnserved(Denial.DISABLED, NAMED);
        assertRefused(null, PLAIN, Map.of());
    }

    @Test
    void portsOfAutomaticVapsDoNotBindOthers() {
        settings.setAutomaticVapPort(Set.of(new SwitchPort(ELSEWHERE.toString())));
        assertUnserved(Denial.PORT, PLAIN);
        assertRefused(Denial.PORT, PLAIN, Map.of());
        assertUnserved(null, NAMED);
        configured.put(BSSID, true);
        assertUnserved(null, PLAIN);
        assertRefused(null, PLAIN, Map.of());
    }

    @Test
    void anSsidInUseIsRefusedUnlessTheSettingAllowsIt() {
        assertRefused(Denial.SSID, PLAIN, Map.of(OTHER, PLAIN));
        assertRefused(Denial.SSID, PLAIN,
            Map.of(OTHER, PLAIN, BSSID, new KnownVap(PORT, RawSsid.of("before"), 2412, 100)));
        assertRefused(null, PLAIN.withFrequency(2437), Map.of(OTHER, PLAIN, BSSID, PLAIN));
        final KnownVap hidden = new KnownVap(PORT, RawSsid.NONE, 2412, 100);
        assertRefused(null, hidden, Map.of(OTHER, hidden));
        settings.setSharedSsids(true);
        assertRefused(null, PLAIN, Map.of(OTHER, PLAIN));
        settings.setSharedSsids(false);
        configured.put(BSSID, true);
        assertRefused(null, PLAIN, Map.of(OTHER, PLAIN));
    }

    @Test
    void aVapKeepsItsSsidAtAnotherPort() {
        assertRefused(null, new KnownVap(ELSEWHERE, RawSsid.of("net"), 2412, 100), Map.of(OTHER, PLAIN, BSSID, PLAIN));
    }

    @Test
    void theSsidOfAVapWithoutServiceIsFree() {
        configured.put(OTHER, false);
        assertRefused(null, PLAIN, Map.of(OTHER, PLAIN));
    }
}
