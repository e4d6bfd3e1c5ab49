// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.nfv.FoundLvnf.FoundPort;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;

/** Images and LVNFs for tests. */
final class NfvSamples {
    static final String NODE = "north.example";
    static final LvnfImage FILTER = image("filter", 1);
    static final LvnfImage OTHER_FILTER = image("filter", 2);
    static final LvnfImage COUNTER = image("counter", 3);

    private NfvSamples() {
    }

    /** Returns an image of two ports with one octet. */
    static LvnfImage image(final String name, final int content) {
        return new LvnfImage("guests", name, 2, new byte[] { (byte) content });
    }

    static LvnfId id(final String lvnf) {
        return new LvnfId("guests", lvnf);
    }

    static WantedLvnf wanted(final String lvnf, final LvnfImage image, final LvnfMode mode) {
        return wanted(lvnf, image, image.ports(), mode);
    }

    static WantedLvnf wanted(final String lvnf, final LvnfImage image, final int ports, final LvnfMode mode) {
        return new WantedLvnf(id(lvnf), NODE, image, ports, mode, false, LvnfLimit.NONE);
    }

    /** Returns the same LVNF with a limit. */
    static WantedLvnf limited(final WantedLvnf lvnf, final LvnfLimit limit) {
        return new WantedLvnf(lvnf.id(), lvnf.node(), lvnf.image(), lvnf.ports(), lvnf.mode(), lvnf.bestEffort(),
            limit);
    }

    /** Returns the LVNF that a node has of a name. */
    static FoundLvnf found(final String name, final String image, final int ports, final LvnfMode mode) {
        return new FoundLvnf(name, image, Optional.of(mode), IntStream.range(0, ports)
            .mapToObj(port -> new FoundPort(port, "lv1p" + port, OptionalLong.of(port + 1))).toList(),
            LvnfLimit.NONE);
    }

    /** Returns an LVNF that a node has as it is wanted. */
    static FoundLvnf found(final String name, final WantedLvnf as) {
        final FoundLvnf unlimited = found(name, as.image().atNode(), as.ports(), as.mode());
        return new FoundLvnf(name, unlimited.image(), unlimited.mode(), unlimited.ports(), as.limit());
    }

    static FoundImage found(final LvnfImage image) {
        return found(image.atNode());
    }

    static FoundImage found(final String image) {
        return new FoundImage(image, List.of());
    }
}
