/* SPDX-License-Identifier: Apache-2.0 */
/* Reassembly of the VAPs' frames that exceed the MTU of the wire: the state of
 * the wire format's cloudmac_reassembly.h. */
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "cloudmac_reassembly.h"

/* Incomplete frames. VAPs send long frames rarely: no A-MSDUs. */
#define SEGMENTS_FRAMES 16

struct segments {
	struct cloudmac_reassembly table;
	struct cloudmac_partial partials[SEGMENTS_FRAMES];
	uint8_t octets[SEGMENTS_FRAMES * CLOUDMAC_REASSEMBLY_OCTETS];
};

void segments_init(struct segments *segments);

/*
 * Adds the segment in the downlink Ethernet frame of '*len' octets at '*data'.
 * If it is the last one of its frame, sets both to the whole frame, which is
 * valid until the next call and may be changed. Otherwise sets '*data' to
 * NULL.
 *
 * Returns DROP_NONE, or why the agent drops the segment.
 */
enum drop_reason segments_add(struct segments *segments, uint64_t now_ms,
			      uint8_t **data, size_t *len);

/* Drops the frames that are incomplete for too long. Writes the counters of
 * dropped frames to 'drops'. */
void segments_update_counters(struct segments *segments, uint64_t now_ms,
			      uint64_t *drops);

#endif
