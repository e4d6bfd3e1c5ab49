// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import io.cloudmac.impl.channel.HostSwitchException;
import io.cloudmac.impl.channel.HostSwitchException.SwitchOutcome;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.RequestNotSentException;

/** Translates the failures of {@code channel.switch}. */
final class SwitchFailures {
    /** No hostapd of the host has the BSSID. */
    static final int NO_SUCH_VAP = -32011;
    /** hostapd does not answer. */
    static final int NO_HOSTAPD = -32012;
    /** hostapd refuses the switch. */
    static final int HOSTAPD_REFUSES = -32013;
    /** hostapd announced the switch but did not complete it in time. */
    static final int UNFINISHED = -32014;
    /** Another switch of the VAP is under way. */
    static final int BUSY = -32015;

    private SwitchFailures() {
    }

    /** Returns what a failed request means for the VAP's channel. */
    static HostSwitchException of(final Throwable thrown) {
        final Throwable cause = Failures.unwrap(thrown);
        final SwitchOutcome outcome;
        if (cause instanceof JsonRpcException refused) {
            outcome = refused.code() == BUSY ? SwitchOutcome.BUSY
                : refused.code() == UNFINISHED ? SwitchOutcome.UNKNOWN : SwitchOutcome.REFUSED;
        } else {
            outcome = cause instanceof RequestNotSentException ? SwitchOutcome.REFUSED : SwitchOutcome.UNKNOWN;
        }
        return new HostSwitchException(Failures.text(cause), outcome);
    }
}
