// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.changes.ConfigurationEffects.Effect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;

/** Which policy a port has, and the ports that get another one. */
class PolicyBookTest {
    private static final String ONE = "openflow:1:1";
    private static final String TWO = "openflow:1:2";
    private static final Policy LINKS = TestPolicies.policy(QosType.Htb).setName("links").build();
    private static final Policy EDGE =
        TestPolicies.policy(QosType.Sfq).setName("edge").setPort(TestPolicies.ports(TWO)).build();
    private static final Policy A_EDGE =
        TestPolicies.policy(QosType.Sfq).setName("a").setPort(TestPolicies.ports(TWO)).build();

    private static Map<String, String> names(final Policy... policies) {
        final Map<String, String> names = new TreeMap<>();
        new PolicyBook(TestPolicies.configuration(policies).nonnullQos()).byPort(List.of(ONE, TWO))
            .forEach((port, policy) -> names.put(port, policy.requireName()));
        return names;
    }

    @Test
    void aPortsPolicyGoesBeforeTheLinksPolicy() {
        assertEquals(Map.of(ONE, "links", TWO, "edge"), names(LINKS, EDGE));
        assertEquals(Map.of(ONE, "links", TWO, "edge"), names(EDGE, LINKS));
        assertEquals(Map.of(ONE, "links", TWO, "a"), names(A_EDGE, LINKS));
        assertEquals(Map.of(ONE, "links", TWO, "links"), names(LINKS));
        assertEquals(Map.of(TWO, "edge"), names(EDGE));
        final PolicyBook book = new PolicyBook(TestPolicies.configuration(LINKS, EDGE).nonnullQos());
        assertEquals(Optional.of(EDGE), book.at(TWO, true));
        assertEquals(Optional.of(LINKS), book.at(ONE, true));
        assertEquals(Optional.empty(), book.at(ONE, false));
    }

    @Test
    void onlyPortsWithAnotherPolicyAreEffects() {
        final Cloudmac none = new CloudmacBuilder().build();
        final Cloudmac links = TestPolicies.configuration(LINKS);
        assertEquals(List.of(new Effect(ONE, "its policy changes from none to links (htb)"),
            new Effect(TWO, "its policy changes from none to links (htb)")),
            PolicyEffects.effects(none, links, List.of(ONE, TWO)));
        assertEquals(List.of(new Effect(TWO, "its policy changes from links (htb) to edge (sfq)")),
            PolicyEffects.effects(links, TestPolicies.configuration(LINKS, EDGE), List.of(ONE, TWO)));
        assertEquals(List.of(), PolicyEffects.effects(links, links, List.of(ONE)));
    }
}
