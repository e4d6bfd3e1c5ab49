// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableClassToInstanceMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCandidate;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohortRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.schema.ContainerNode;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeCandidateNode;

/** The violations that the guard refuses. A fake check takes the violations from the configuration itself. */
class ConfigurationGuardTest {
    private final Map<Cloudmac, List<String>> wrong = new HashMap<>();
    private final Map<Cloudmac, ContainerNode> nodes = new HashMap<>();
    private final DOMDataBroker broker = mock(DOMDataBroker.class);
    private final BindingNormalizedNodeSerializer codec = mock(BindingNormalizedNodeSerializer.class);
    private ConfigurationGuard guard;

    @BeforeEach
    void start() {
        when(broker.getExtensions()).thenReturn(ImmutableClassToInstanceMap.of(DOMDataTreeCommitCohortRegistry.class,
            mock(DOMDataTreeCommitCohortRegistry.class)));
        when(codec.toYangInstanceIdentifier(any())).thenReturn(YangInstanceIdentifier.of());
        when(codec.fromNormalizedNode(any(), any())).thenAnswer(call -> Map.entry(
            InstanceIdentifier.create(Cloudmac.class), nodes.entrySet().stream()
                .filter(entry -> entry.getValue() == call.getArgument(1)).findFirst().orElseThrow().getKey()));
        guard = new ConfigurationGuard(broker, codec, List.of(wrong::get));
    }

    private ContainerNode with(final String... violations) {
        final Cloudmac configuration = mock(Cloudmac.class);
        wrong.put(configuration, List.of(violations));
        return nodes.computeIfAbsent(configuration, key -> mock(ContainerNode.class));
    }

    private void change(final ContainerNode before, final ContainerNode after) throws Exception {
        final DataTreeCandidateNode root = mock(DataTreeCandidateNode.class);
        when(root.dataBefore()).thenReturn(before);
        when(root.dataAfter()).thenReturn(after);
        final DOMDataTreeCandidate candidate = mock(DOMDataTreeCandidate.class);
        when(candidate.getRootNode()).thenReturn(root);
        guard.canCommit("tx", null, List.of(candidate)).get();
    }

    private String refused(final ContainerNode before, final ContainerNode after) {
        return assertThrows(ExecutionException.class, () -> change(before, after)).getCause().getMessage();
    }

    @Test
    void anInvalidChangeIsRefusedWithTheTextsOfTheChecks() {
        assertEquals("too fast; too slow", refused(null, with("too fast", "too slow")));
    }

    @Test
    void aValidChangeIsAccepted() throws Exception {
        change(null, with());
        change(with(), with());
        change(with("too fast"), null);
    }

    @Test
    void anEarlierViolationDoesNotStopAChange() throws Exception {
        change(with("too fast for this port"), with("too fast for this port"));
    }

    @Test
    void aNewViolationBesideAnEarlierOneIsRefused() {
        assertEquals("too slow", refused(with("too fast"), with("too fast", "too slow")));
    }
}
