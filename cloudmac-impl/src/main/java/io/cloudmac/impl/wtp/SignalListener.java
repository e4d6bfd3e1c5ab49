// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

/** Whoever wants to know how strongly stations are heard. */
@FunctionalInterface
public interface SignalListener {
    /**
     * Called for each report, one at a time, on a thread of its own. While a listener is slow the oldest
     * reports are dropped.
     *
     * @param report one radio's samples
     */
    void onSignalReport(SignalReport report);
}
