// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

import io.cloudmac.impl.wire.Mac;
import java.util.concurrent.CompletionStage;

/** Has VAPs change their channel. Used on the event loop. */
@FunctionalInterface
public interface ChannelSwitches {
    /**
     * Has a VAP announce to its stations that it changes its channel, and change it.
     *
     * @param frequency of the new channel, MHz
     * @return completes on the event loop when the VAP is on the new channel and everybody here knows; fails with a
     *     {@link ChannelSwitchException}, after a time in any case
     */
    CompletionStage<Void> switchTo(Mac bssid, int frequency);
}
