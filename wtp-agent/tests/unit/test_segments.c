/* SPDX-License-Identifier: Apache-2.0 */
/* The reassembly of VAPs' frames. wire/tests tests the table itself. */
#include "queue/segments.h"

#include "cloudmac.h"
#include "frame/downlink.h"
#include "unit.h"

#define CONTENT	 2000
#define SIZE	 1000
#define RADIOTAP 8

static struct segments segments;
static const uint8_t station[] = { 2, 0, 0, 0, 0, 7 };

/* The 802.11 frame that the segments carry: data to the station. */
static void write_content(uint8_t *content)
{
	const uint8_t header[] = { 0x08, 0x02, 0, 0, 2, 0, 0, 0, 0,    7,
				   2,	 0,    0, 0, 0, 1, 2, 0, 0x5e, 0 };

	memset(content, 0x55, CONTENT);
	memset(content, 0, RADIOTAP);
	content[2] = RADIOTAP;
	memcpy(content + RADIOTAP, header, sizeof(header));
}

/* Adds segment 'index' of the frame 'id' at a time. '*data' is then the whole
 * frame, or NULL. */
static enum drop_reason add(uint8_t index, uint32_t id, uint16_t size,
			    uint64_t now_ms, uint8_t **data, size_t *len)
{
	static uint8_t
		octets[CLOUDMAC_ETH_HLEN + CLOUDMAC_SEGMENT_HLEN + CONTENT];
	const struct cloudmac_segmentation of = {
		CONTENT, size, cloudmac_segment_count(CONTENT, size)
	};
	const struct cloudmac_tag tag = { .priority = 5, .vap = 1 };
	uint8_t content[CONTENT];

	write_content(content);
	cloudmac_eth_pack(octets, CLOUDMAC_DOWNLINK, station, &tag);
	cloudmac_segment_pack(octets + CLOUDMAC_ETH_HLEN, &of, index, id);
	*len = cloudmac_segment_content(&of, index);
	memcpy(octets + CLOUDMAC_ETH_HLEN + CLOUDMAC_SEGMENT_HLEN,
	       content + cloudmac_segment_offset(&of, index), *len);
	*len += CLOUDMAC_ETH_HLEN + CLOUDMAC_SEGMENT_HLEN;
	*data = octets;
	return segments_add(&segments, now_ms, data, len);
}

static void test_whole_frame(void)
{
	uint8_t content[CONTENT], *data;
	struct downlink_frame frame;
	size_t len;

	segments_init(&segments);
	write_content(content);
	for (uint32_t id = 0; id < 2; id++) {
		CHECK_INT(DROP_NONE, add(1, id, SIZE, 5, &data, &len));
		CHECK(!data);
		CHECK_INT(DROP_NONE, add(0, id, SIZE, 9, &data, &len));
		CHECK(data);
		CHECK_INT(CLOUDMAC_ETH_HLEN + CONTENT, len);
		CHECK_MEM(content, data + CLOUDMAC_ETH_HLEN, CONTENT);
		CHECK_INT(DROP_NONE, downlink_unwrap(data, len, &frame));
		CHECK_INT(CONTENT - RADIOTAP, frame.body_len);
		CHECK_INT(5, frame.priority);
	}
}

static void test_reasons(void)
{
	uint64_t drops[DROP_MAX] = { 0 };
	uint8_t *data;
	size_t len;

	segments_init(&segments);
	CHECK_INT(DROP_NONE, add(0, 1, SIZE, 0, &data, &len));
	CHECK_INT(DROP_SEGMENT_REPEATED, add(0, 1, SIZE, 0, &data, &len));
	CHECK(!data);
	CHECK_INT(DROP_SEGMENT_CONFLICT, add(1, 1, 1001, 0, &data, &len));
	CHECK(!data);
	CHECK_INT(DROP_SEGMENT, add(2, 1, SIZE, 0, &data, &len));
	CHECK(!data);
	for (uint32_t id = 2; id < 7; id++)
		CHECK_INT(DROP_NONE, add(0, id, SIZE, 0, &data, &len));
	segments_update_counters(&segments, CLOUDMAC_REASSEMBLY_MS - 1, drops);
	CHECK_INT(2, drops[DROP_SEGMENT_EVICTED]);
	CHECK_INT(0, drops[DROP_SEGMENT_TIMEOUT]);
	segments_update_counters(&segments, CLOUDMAC_REASSEMBLY_MS, drops);
	CHECK_INT(4, drops[DROP_SEGMENT_TIMEOUT]);
}

const struct unit_test segments_tests[] = {
	UNIT_TEST(test_whole_frame),
	UNIT_TEST(test_reasons),
	{ NULL, NULL },
};
