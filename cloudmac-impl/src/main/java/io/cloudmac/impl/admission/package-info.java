// SPDX-License-Identifier: Apache-2.0
/**
 * Admission by session: which WTPs may get stations, which VAP host has a VAP, and which stations the hosts have
 * authorized. Anybody on the wire can forge the announcements and beacons by which {@code discovery} finds WTPs and
 * VAPs; a session proves them.
 */
package io.cloudmac.impl.admission;
