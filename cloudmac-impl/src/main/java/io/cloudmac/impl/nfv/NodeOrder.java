// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;

/** What a node is asked to do. */
sealed interface NodeOrder {
    /** Uploads an image, in parts. */
    record AddImage(LvnfImage image) implements NodeOrder {
    }

    /** Removes an image. */
    record RemoveImage(String image) implements NodeOrder {
    }

    /** An order that concerns one LVNF. */
    sealed interface LvnfOrder extends NodeOrder {
        /** Returns the LVNF's name at the node. */
        String lvnf();
    }

    /** Adds an LVNF. */
    record AddLvnf(WantedLvnf wanted) implements LvnfOrder {
        @Override
        public String lvnf() {
            return wanted.id().atNode();
        }
    }

    /** Removes an LVNF. */
    record RemoveLvnf(String lvnf) implements LvnfOrder {
    }

    /** Removes an LVNF, in whose place another one is wanted. */
    record ReplaceLvnf(WantedLvnf wanted) implements LvnfOrder {
        @Override
        public String lvnf() {
            return wanted.id().atNode();
        }
    }

    /** Sets what an LVNF lets in. */
    record SetLimit(String lvnf, LvnfLimit limit) implements LvnfOrder {
    }

    /** Sets the mode of an LVNF. */
    record SetMode(String lvnf, LvnfMode mode) implements LvnfOrder {
    }
}
