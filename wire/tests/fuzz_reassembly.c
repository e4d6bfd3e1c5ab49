/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target for the reassembly. The input is a list of operations. A model,
 * which keeps every segment of every frame for ever, checks each complete frame: all
 * its octets were sent with its addresses, frame id and division.
 */

#include <stdlib.h>

#include "cloudmac_reassembly.h"

#define PLACES	 5
#define STATIONS 4
#define IDS	 4
#define SIZES	 3
#define STEP	 5 /* octets of an operation */

#define MUST(CONDITION)           \
	do {                      \
		if (!(CONDITION)) \
			abort();  \
	} while (0)

static const struct cloudmac_segmentation divisions[SIZES] =
	{{1200, 600, 2}, {1300, 600, 3}, {CLOUDMAC_CONTENT_MAX, 732, 16}};

static struct cloudmac_partial partials[PLACES];
static u8 memory[PLACES * CLOUDMAC_REASSEMBLY_OCTETS];
static struct cloudmac_reassembly table;
/* Which segments were sent, by station, frame id and division. */
static u16 sent[STATIONS][IDS][SIZES];

static u8 octet_of(unsigned int station, unsigned int id, unsigned int size,
		   u32 at)
{
	return (u8)(station * 64 + id * 16 + size * 4 + at % 13);
}

static void check_whole(unsigned int station, unsigned int id,
			unsigned int size, const u8 *whole, u32 len)
{
	u32 i;

	MUST(sent[station][id][size] == (1u << divisions[size].count) - 1);
	MUST(len == CLOUDMAC_ETH_HLEN + (u32)divisions[size].total);
	for (i = 0; i < divisions[size].total; i++)
		MUST(whole[CLOUDMAC_ETH_HLEN + i] ==
		     octet_of(station, id, size, i));
}

/* Checks that the table is within its limits. */
static void check_table(void)
{
	unsigned int of_station[STATIONS] = {0};
	u16 i;

	for (i = 0; i < PLACES; i++) {
		if (!partials[i].used)
			continue;
		MUST(partials[i].arrived);
		MUST(partials[i].arrived != (1u << partials[i].of.count) - 1);
		of_station[partials[i].station[5]]++;
	}
	for (i = 0; i < STATIONS; i++)
		MUST(of_station[i] <= CLOUDMAC_REASSEMBLY_STATION);
}

static void add(const u8 *step, u32 now_ms)
{
	static u8 octets[12000];
	unsigned int station = step[0] % STATIONS, id = step[1] % IDS;
	unsigned int size = step[2] % SIZES;
	const struct cloudmac_segmentation *of = &divisions[size];
	const u8 address[CLOUDMAC_ADDR_LEN] = {2, 0, 0, 0, 0, (u8)station};
	const struct cloudmac_tag tag = {.level = (s8)step[3]};
	u8 index = (u8)(step[3] % of->count);
	u16 content = cloudmac_segment_content(of, index), i;
	u16 offset = cloudmac_segment_offset(of, index);
	u32 len = CLOUDMAC_ETH_HLEN, whole_len;
	struct cloudmac_segment segment;
	const u8 *whole;

	cloudmac_eth_pack(octets, CLOUDMAC_UPLINK, address, &tag);
	cloudmac_segment_pack(octets + len, of, index, id);
	len += CLOUDMAC_SEGMENT_HLEN;
	for (i = 0; i < content; i++)
		octets[len++] = octet_of(station, id, size, (u32)offset + i);
	sent[station][id][size] |= (u16)(1u << index);
	MUST(!cloudmac_segment_parse(octets, len, CLOUDMAC_UPLINK, &segment));
	if (cloudmac_reassembly_add(&table, &segment, now_ms, &whole,
				    &whole_len) == CLOUDMAC_REASSEMBLY_COMPLETE)
		check_whole(station, id, size, whole, whole_len);
	check_table();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	u32 now_ms = 0;

	cloudmac_reassembly_init(&table, partials, memory, PLACES);
	memset(sent, 0, sizeof(sent));
	for (; size >= STEP; data += STEP, size -= STEP) {
		now_ms += data[4];
		add(data, now_ms);
	}
	cloudmac_reassembly_expire(&table, now_ms + CLOUDMAC_REASSEMBLY_MS);
	for (size = 0; size < PLACES; size++)
		MUST(!partials[size].used);
	return 0;
}
