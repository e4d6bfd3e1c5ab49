// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/** Expects what the network would do after a change of the configuration. Changes nothing. */
public interface ConfigurationEffects {
    /**
     * What would happen to one object.
     *
     * @param object a station, a WTP or a port of a switch
     * @param text what would happen to it
     */
    record Effect(String object, String text) {
    }

    /**
     * Returns the effects of a change, with what is known now.
     *
     * @param before the configuration without the change
     * @param after the configuration with it
     */
    CompletionStage<List<Effect>> effects(Cloudmac before, Cloudmac after);
}
