/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer target for all parsers. The first octet selects the parser. */

#include <stdlib.h>

#include "cloudmac_announce.h"
#include "cloudmac_chain.h"
#include "cloudmac_fields.h"
#include "cloudmac_he.h"
#include "cloudmac_segment.h"
#include "cloudmac_station.h"
#include "cloudmac_survey.h"
#include "cloudmac_token.h"
#include "cloudmac_vsta.h"

#define HE 23 /* the field's bit */

#define MUST(CONDITION)           \
	do {                      \
		if (!(CONDITION)) \
			abort();  \
	} while (0)

/* Checks that a packed header parses to the same segment. */
static void fuzz_segment(const u8 *data, u32 len,
			 enum cloudmac_direction direction)
{
	struct cloudmac_segment segment;
	u8 header[CLOUDMAC_SEGMENT_HLEN];
	const u8 *at;

	if (cloudmac_segment_parse(data, len, direction, &segment))
		return;
	at = data + segment.header_len;
	MUST(segment.content == at + CLOUDMAC_SEGMENT_HLEN);
	MUST(segment.content + segment.content_len <= data + len);
	MUST(cloudmac_segment_offset(&segment.of, segment.index) +
		     segment.content_len <=
	     segment.of.total);
	cloudmac_segment_pack(header, &segment.of, segment.index,
			      segment.frame_id);
	MUST(!memcmp(header, at, 6) && !memcmp(header + 8, at + 8, 4));
}

/* Checks that a packed report parses to the same. */
static void fuzz_survey(struct cloudmac_frame *frame)
{
	struct cloudmac_survey first, second;
	u8 packed[CLOUDMAC_SURVEY_LEN];

	if (!cloudmac_survey_parse(frame, &first))
		return;
	MUST(frame->direction == CLOUDMAC_UPLINK);
	MUST(first.frequency && first.flags);
	cloudmac_survey_pack(packed, frame->frame + 4, frame->station, &first);
	frame->frame = packed;
	MUST(cloudmac_survey_parse(frame, &second));
	MUST(!memcmp(&first, &second, sizeof(first)));
}

/* Checks that a packed message parses to the same. */
static void fuzz_message(struct cloudmac_frame *frame)
{
	const u8 *to = frame->frame + 4, *from = frame->frame + 10;
	struct cloudmac_vsta_hello hello, hello2;
	struct cloudmac_vsta_scan scan, scan2;
	struct cloudmac_vsta_done done, done2;
	u8 packed[CLOUDMAC_VSTA_MAX];

	if (cloudmac_vsta_hello_parse(frame, &hello)) {
		frame->frame_len =
			cloudmac_vsta_hello_pack(packed, from, &hello);
		frame->frame = packed;
		MUST(cloudmac_vsta_hello_parse(frame, &hello2));
		MUST(!memcmp(&hello, &hello2, sizeof(hello)));
	} else if (cloudmac_vsta_scan_parse(frame, &scan)) {
		frame->frame_len = cloudmac_vsta_scan_pack(packed, from, &scan);
		frame->frame = packed;
		MUST(cloudmac_vsta_scan_parse(frame, &scan2));
		MUST(!memcmp(&scan, &scan2, sizeof(scan)));
	} else if (cloudmac_vsta_done_parse(frame, &done)) {
		frame->frame_len =
			cloudmac_vsta_done_pack(packed, to, from, &done);
		frame->frame = packed;
		MUST(cloudmac_vsta_done_parse(frame, &done2));
		MUST(done.status == done2.status && done.id == done2.id &&
		     done.visited == done2.visited &&
		     done.remembered == done2.remembered);
	} else {
		return;
	}
	MUST(frame->tag.kind == CLOUDMAC_KIND_VSTA);
	MUST(frame->frame_len <= sizeof(packed));
	MUST(cloudmac_80211_hdrlen(packed, frame->frame_len) ==
	     CLOUDMAC_VSTA_HLEN);
}

static void fuzz_frame(const u8 *data, u32 len,
		       enum cloudmac_direction direction)
{
	struct cloudmac_frame frame;
	struct cloudmac_tag tag;
	u8 header[CLOUDMAC_ETH_HLEN];

	if (cloudmac_frame_parse(data, len, direction, &frame)) {
		fuzz_segment(data, len, direction);
		return;
	}
	MUST(frame.radiotap + frame.radiotap_len == frame.frame);
	MUST(frame.frame + frame.frame_len == data + len);
	MUST(cloudmac_80211_hdrlen(frame.frame, frame.frame_len));
	cloudmac_eth_pack(header, direction, frame.station, &frame.tag);
	MUST(!cloudmac_tag_unpack(header + (direction == CLOUDMAC_DOWNLINK ?
						    CLOUDMAC_ADDR_LEN :
						    0),
				  &tag));
	MUST(tag.level == frame.tag.level && tag.rate == frame.tag.rate &&
	     tag.priority == frame.tag.priority && tag.kind == frame.tag.kind &&
	     tag.vap == frame.tag.vap);
	if (frame.tag.kind == CLOUDMAC_KIND_NEIGHBOUR)
		fuzz_survey(&frame);
	else
		fuzz_message(&frame);
}

static void fuzz_announcement(const u8 *data, u32 len)
{
	struct cloudmac_announcement first, second;
	u8 packed[CLOUDMAC_ANNOUNCE_MAX];
	u32 size;

	if (cloudmac_announce_parse(data, len, &first))
		return;
	size = cloudmac_announce_pack(packed, &first);
	MUST(size);
	MUST(!cloudmac_announce_parse(packed, size, &second));
	second.vlan = first.vlan;
	MUST(!memcmp(&first, &second, sizeof(first)));
}

/* Checks that a packed chain parses to the same, except reserved bits. */
static void fuzz_chain(const u8 *data, u32 len)
{
	struct cloudmac_chain first, second;
	u8 packed[CLOUDMAC_CHAIN_LEN_MAX];
	u8 i;

	if (!cloudmac_chain_parse(data, len, &first))
		return;
	MUST(first.n && first.n <= CLOUDMAC_CHAIN_MAX);
	MUST(cloudmac_chain_parse(packed, cloudmac_chain_pack(packed, &first),
				  &second));
	MUST(second.n == first.n);
	for (i = 0; i < first.n; i++)
		MUST(!memcmp(&first.stages[i], &second.stages[i],
			     sizeof(first.stages[i])));
}

static void fuzz_station(const u8 *data, u32 len)
{
	struct cloudmac_station first, second;
	u8 packed[CLOUDMAC_STATION_LEN_MAX];
	u16 size;

	if (!cloudmac_station_parse(data, len, &first))
		return;
	MUST(first.aid && first.rates_n);
	size = cloudmac_station_pack(packed, &first);
	MUST(size <= sizeof(packed));
	MUST(cloudmac_station_parse(packed, size, &second));
	MUST(!memcmp(&first, &second, sizeof(first)));
}

static void fuzz_token(const u8 *data, u32 len)
{
	u32 token = cloudmac_token_parse(data, len);
	u8 packed[CLOUDMAC_TOKEN_LEN];

	MUST(cloudmac_token_parse(packed, cloudmac_token_pack(packed, token)) ==
	     token);
}

static void fuzz_he(const struct cloudmac_field *field)
{
	struct cloudmac_he he;

	MUST(field->len == CLOUDMAC_HE_LEN);
	if (!cloudmac_he_parse(field->at, &he))
		return;
	MUST(he.mcs <= CLOUDMAC_HE_MCS_MAX && he.nss &&
	     he.nss <= CLOUDMAC_HE_NSS_MAX && he.gi <= CLOUDMAC_HE_GI_MAX &&
	     he.width <= CLOUDMAC_WIDTH_160 && he.unit <= CLOUDMAC_HE_UNIT_MAX);
}

/* Each field lies in the header, and behind the one before. */
static void fuzz_fields(const u8 *data, u32 len)
{
	struct cloudmac_fields fields;
	struct cloudmac_field field;
	const u8 *end = data;

	if (!cloudmac_fields_begin(&fields, data, len))
		return;
	while (cloudmac_fields_next(&fields, &field)) {
		MUST(field.at >= end && field.at + field.len <= data + len);
		if (field.bit == CLOUDMAC_FIELDS_VENDOR) {
			MUST(field.len >= CLOUDMAC_NAMESPACE_HLEN);
			end = field.at + CLOUDMAC_NAMESPACE_HLEN;
			continue;
		}
		MUST(field.bit < CLOUDMAC_FIELDS_TLV);
		end = field.at + field.len;
		if (field.bit == HE)
			fuzz_he(&field);
	}
	MUST(!cloudmac_fields_next(&fields, &field));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	if (data[0] == 2)
		fuzz_announcement(data + 1, (u32)size - 1);
	else if (data[0] == 3)
		fuzz_chain(data + 1, (u32)size - 1);
	else if (data[0] == 4)
		fuzz_token(data + 1, (u32)size - 1);
	else if (data[0] == 5)
		fuzz_fields(data + 1, (u32)size - 1);
	else if (data[0] > 5)
		fuzz_station(data + 1, (u32)size - 1);
	else
		fuzz_frame(data + 1, (u32)size - 1,
			   (enum cloudmac_direction)data[0]);
	return 0;
}
