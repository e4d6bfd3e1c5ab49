/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on all frames from a BSSID to a station: when mac80211 gets or
 * loses the station's entry, and when the station starts or ends dozing. */
#ifndef FLIGHT_STATIONS_H
#define FLIGHT_STATIONS_H

#include "flight_flows.h"

/* Returns in '*number' the sequence number of the first waiting QoS data frame
 * of a TID; false if none waits. */
bool flight_first_sequence(struct flight *flight, const uint8_t *bssid,
			   const uint8_t *station, uint8_t tid,
			   uint16_t *number);

/* Returns the TIDs of local frames in flight, one bit each. The radio's
 * hardware may hold such frames. */
uint16_t flight_local_tids(const struct flight *flight, const uint8_t *bssid,
			   const uint8_t *station);

/* Makes the waiting QoS data frames local: mac80211 has an entry now. */
void flight_make_local(struct flight *flight, const uint8_t *bssid,
		       const uint8_t *station);

/* Puts local frames without TX status back to the front of the waiting ones,
 * and makes no frame local any more: mac80211 removed the entry, and the
 * station is awake. The radio's hardware may still hold some of them. */
void flight_requeue(struct flight *flight, const uint8_t *bssid,
		    const uint8_t *station, uint64_t now_ms);

/* Starts to drain the flows of a station that dozes, or whose entry mac80211
 * removed with the frames in it. Frames in flight are awaited until 'until_ms'
 * at most, as the hardware may hold them, and are not injected again. Then
 * they and all waiting frames fail; see flight_next_failed(). Frames that
 * arrive meanwhile wait and fail too. */
void flight_drain(struct flight *flight, const uint8_t *bssid,
		  const uint8_t *station, uint64_t until_ms);

/* Ends the drain of a station's flows now, or of all stations of the BSSID if
 * 'station' is NULL. */
void flight_drain_now(struct flight *flight, const uint8_t *bssid,
		      const uint8_t *station);

/* Fails all waiting frames of a transmitter. Returns their number. */
unsigned int flight_fail_waiting(struct flight *flight,
				 const uint8_t *transmitter);

/* Returns the next frame that a full queue or CoDel dropped, else the next one
 * of a drained flow in its order, or NULL. The caller reports the frame and
 * removes it. */
struct flight_frame *flight_next_failed(struct flight *flight,
					uint64_t now_ms);

#endif
