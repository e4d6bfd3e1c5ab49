// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;

/**
 * An LVNF as configured.
 *
 * @param id its tenant and name
 * @param node the packet node
 * @param image the image
 * @param ports number of ports
 * @param mode what it does with frames
 * @param bestEffort whether it moves although a switch cannot tell when it follows its rules
 * @param limit what it lets in
 */
record WantedLvnf(LvnfId id, String node, LvnfImage image, int ports, LvnfMode mode, boolean bestEffort,
        LvnfLimit limit) {
    /** Returns the same LVNF in another mode. */
    WantedLvnf in(final LvnfMode other) {
        return new WantedLvnf(id, node, image, ports, other, bestEffort, limit);
    }

    /** Returns the same LVNF with another limit. */
    WantedLvnf limitedTo(final LvnfLimit other) {
        return new WantedLvnf(id, node, image, ports, mode, bestEffort, other);
    }
}
