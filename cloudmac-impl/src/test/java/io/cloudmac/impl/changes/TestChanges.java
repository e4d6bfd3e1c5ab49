// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.Futures;
import java.util.List;
import org.opendaylight.mdsal.binding.dom.codec.impl.BindingCodecContext;
import org.opendaylight.mdsal.binding.runtime.spi.BindingRuntimeHelpers;
import org.opendaylight.mdsal.common.api.OptimisticLockFailedException;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeReadWriteTransaction;
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

    /** Returns a writer whose commits are all refused, as they are when two writers conflict. */
    public static ChangeWriter refusing(final DOMDataBroker broker) {
        final DOMDataBroker refusing = mock(DOMDataBroker.class);
        when(refusing.newReadWriteTransaction()).thenAnswer(call -> {
            final DOMDataTreeReadWriteTransaction real = spy(broker.newReadWriteTransaction());
            doAnswer(commit -> {
                real.cancel();
                return FluentFuture.from(Futures.immediateFailedFuture(
                    new OptimisticLockFailedException("as requested by the test")));
            }).when(real).commit();
            return real;
        });
        return writer(refusing);
    }
}
