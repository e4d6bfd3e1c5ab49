// SPDX-License-Identifier: Apache-2.0
/**
 * The decision which ACK leases the WTPs hold for which VAPs.
 *
 * <p>A lease begins in {@link io.cloudmac.impl.lease.LeaseKeeper}: a WTP serves a station of the VAP, a handover moves
 * one to it, or it transmits the VAP's answers to a probe request. A lease ends there too: no station needs it any
 * more, the VAP is silent, or a station needs the slot of a lease for probe requests. For a vanished VAP,
 * {@link io.cloudmac.impl.lease.SlotReclaimer} ends it if another VAP needs the slot.
 *
 * <p>Both act through the interface {@link io.cloudmac.impl.binding.LeaseService}.
 * {@link io.cloudmac.impl.wtp.LeaseTable} requests, renews and releases the leases at the agent of one WTP. A lease
 * that nobody renews expires at the agent.
 */
package io.cloudmac.impl.lease;
