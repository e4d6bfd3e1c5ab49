// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.codec.binfmt.NormalizedNodeDataInput;
import org.opendaylight.yangtools.yang.data.codec.binfmt.NormalizedNodeDataOutput;
import org.opendaylight.yangtools.yang.data.codec.binfmt.NormalizedNodeStreamVersion;

/** Stores edits as octets, in the encoding of OpenDaylight's datastore. Pure. */
final class EditCodec {
    private EditCodec() {
    }

    static byte[] write(final List<TreeEdit> edits) {
        final ByteArrayOutputStream octets = new ByteArrayOutputStream();
        try (NormalizedNodeDataOutput out =
                NormalizedNodeStreamVersion.current().newDataOutput(new DataOutputStream(octets))) {
            out.writeInt(edits.size());
            for (final TreeEdit edit : edits) {
                out.writeYangInstanceIdentifier(edit.path());
                out.writeOptionalNormalizedNode(edit.before());
                out.writeOptionalNormalizedNode(edit.after());
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("a writer in memory failed", e);
        }
        return octets.toByteArray();
    }

    /**
     * Reads edits.
     *
     * @throws IllegalArgumentException if the octets are no edits
     */
    static List<TreeEdit> read(final byte[] octets) {
        final List<TreeEdit> edits = new ArrayList<>();
        try {
            final NormalizedNodeDataInput in =
                NormalizedNodeDataInput.newDataInput(new DataInputStream(new ByteArrayInputStream(octets)));
            for (int left = in.readInt(); left > 0; left--) {
                final YangInstanceIdentifier path = in.readYangInstanceIdentifier();
                edits.add(new TreeEdit(path, in.readOptionalNormalizedNode().orElse(null),
                    in.readOptionalNormalizedNode().orElse(null)));
            }
        } catch (final IOException e) {
            throw new IllegalArgumentException("what the change replaced cannot be read: " + e.getMessage(), e);
        }
        return edits;
    }
}
