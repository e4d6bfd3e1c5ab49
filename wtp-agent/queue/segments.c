/* SPDX-License-Identifier: Apache-2.0 */
#include "segments.h"

void segments_init(struct segments *segments)
{
	cloudmac_reassembly_init(&segments->table, segments->partials,
				 segments->octets, SEGMENTS_FRAMES);
}

enum drop_reason segments_add(struct segments *segments, uint64_t now_ms,
			      uint8_t **data, size_t *len)
{
	struct cloudmac_segment segment;
	const uint8_t *whole;
	uint32_t whole_len;
	int err = cloudmac_segment_parse(*data, (uint32_t)*len,
					 CLOUDMAC_DOWNLINK, &segment);

	*data = NULL;
	if (err)
		return (enum drop_reason)err;
	switch (cloudmac_reassembly_add(&segments->table, &segment,
					(uint32_t)now_ms, &whole,
					&whole_len)) {
	case CLOUDMAC_REASSEMBLY_REPEATED:
		return DROP_SEGMENT_REPEATED;
	case CLOUDMAC_REASSEMBLY_CONFLICT:
		return DROP_SEGMENT_CONFLICT;
	case CLOUDMAC_REASSEMBLY_COMPLETE:
		/* It lies in 'octets'. */
		*data = segments->octets + (whole - segments->octets);
		*len = whole_len;
		break;
	case CLOUDMAC_REASSEMBLY_WAITING:
		break;
	}
	return DROP_NONE;
}

void segments_update_counters(struct segments *segments, uint64_t now_ms,
			      uint64_t *drops)
{
	cloudmac_reassembly_expire(&segments->table, (uint32_t)now_ms);
	drops[DROP_SEGMENT_TIMEOUT] = segments->table.timeouts;
	drops[DROP_SEGMENT_EVICTED] = segments->table.evicted;
}
