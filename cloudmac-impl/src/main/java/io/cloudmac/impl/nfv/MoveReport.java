// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far the latest move of an LVNF is, or how it has ended.
 *
 * @param from the packet node that had the LVNF
 * @param to the packet node that it moves to
 * @param step the step that is under way, or the end
 * @param holdMillis how long frames have waited at most, ms; empty before the new place lets them pass
 * @param late frames that came to the old place after it had stopped; empty if they were not counted
 * @param lost frames that waited and had no room; empty if they were not counted
 * @param problem what has failed; empty if nothing has
 */
public record MoveReport(String from, String to, String step, OptionalLong holdMillis, OptionalLong late,
        OptionalLong lost, Optional<String> problem) {
}
