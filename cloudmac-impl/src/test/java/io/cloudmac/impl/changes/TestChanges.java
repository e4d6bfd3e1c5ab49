// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import java.util.List;
import org.opendaylight.mdsal.binding.dom.codec.impl.BindingCodecContext;
import org.opendaylight.mdsal.binding.runtime.spi.BindingRuntimeHelpers;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.CloudmacChanges;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/** Writers of changes for the tests of RPCs. */
public final class TestChanges {
    public static final BindingCodecContext CODEC =
        new BindingCodecContext(BindingRuntimeHelpers.createRuntimeContext(Cloudmac.class, CloudmacChanges.class));

    private TestChanges() {
    }

    /** Returns a writer whose checks allow everything. */
    public static ChangeWriter writer(final DOMDataBroker broker) {
        return new ChangeWriter(broker, CODEC, (before, after) -> List.of());
    }
}
