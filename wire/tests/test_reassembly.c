/* SPDX-License-Identifier: Apache-2.0 */
/* Reassembly: any order, and segments that are missing, repeated or hostile. */

#include "check.h"
#include "cloudmac_reassembly.h"

#define PLACES	 16
#define TOTAL	 3000
#define SIZE	 1024
#define WAITING	 CLOUDMAC_REASSEMBLY_WAITING
#define COMPLETE CLOUDMAC_REASSEMBLY_COMPLETE
#define REPEATED CLOUDMAC_REASSEMBLY_REPEATED
#define CONFLICT CLOUDMAC_REASSEMBLY_CONFLICT

static struct cloudmac_partial partials[PLACES];
static u8 memory[PLACES * CLOUDMAC_REASSEMBLY_OCTETS];
static struct cloudmac_reassembly table;
static const u8 *whole;
static u32 whole_len;

/* What a test sends: station, VAP id, VLAN id or -1, frame id, division. */
struct sent {
	u8 station;
	u16 vap;
	int vlan;
	u32 frame_id;
	u16 total, size;
};

static const struct sent usual = {7, 0xa001, -1, 1, TOTAL, SIZE};

static void begin(void)
{
	cloudmac_reassembly_init(&table, partials, memory, PLACES);
}

static u8 octet_of(const struct sent *sent, u32 at)
{
	return (u8)(sent->frame_id * 31 + at % 251);
}

/* Writes the Ethernet frame of a segment. Returns its length. */
static u32 write_segment(u8 *out, const struct sent *sent, u8 index)
{
	const struct cloudmac_segmentation of =
		{sent->total, sent->size,
		 cloudmac_segment_count(sent->total, sent->size)};
	const u8 station[CLOUDMAC_ADDR_LEN] = {2, 0, 0, 0, 0, sent->station};
	const struct cloudmac_tag tag = {.level = (s8)-index, .vap = sent->vap};
	u16 offset = cloudmac_segment_offset(&of, index), i;
	u16 content = cloudmac_segment_content(&of, index);
	u32 len = CLOUDMAC_ETH_HLEN;

	cloudmac_eth_pack(out, CLOUDMAC_UPLINK, station, &tag);
	if (sent->vlan >= 0) {
		cloudmac_put_be16(out + 12, CLOUDMAC_ETHERTYPE_VLAN);
		cloudmac_put_be16(out + 14, (u16)sent->vlan);
		cloudmac_put_be16(out + 16, CLOUDMAC_ETHERTYPE);
		len += CLOUDMAC_VLAN_HLEN;
	}
	cloudmac_segment_pack(out + len, &of, index, sent->frame_id);
	len += CLOUDMAC_SEGMENT_HLEN;
	for (i = 0; i < content; i++)
		out[len++] = octet_of(sent, (u32)offset + i);
	return len;
}

static int add_at(const struct sent *sent, u8 index, u32 now_ms)
{
	static u8 octets[12000];
	struct cloudmac_segment segment;
	u32 len = write_segment(octets, sent, index);

	CHECK(!cloudmac_segment_parse(octets, len, CLOUDMAC_UPLINK, &segment));
	return (int)cloudmac_reassembly_add(&table, &segment, now_ms, &whole,
					    &whole_len);
}

static int add(const struct sent *sent, u8 index)
{
	return add_at(sent, index, 0);
}

/* Checks header and content of the frame that was completed last. */
static void check_whole(const struct sent *sent)
{
	u32 header = sent->vlan < 0 ? 14 : 18, i;

	CHECK(whole_len == header + sent->total);
	CHECK(whole[1] == 0); /* the level of segment 0 */
	CHECK(cloudmac_get_be16(whole + header - 2) == CLOUDMAC_ETHERTYPE);
	for (i = 0; i < sent->total; i++)
		if (whole[header + i] != octet_of(sent, i))
			break;
	CHECK(i == sent->total);
}

static void any_order(void)
{
	static const u8 orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
				       {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
	struct sent sent = usual;
	u8 i, vlan;

	begin();
	for (i = 0; i < 6; i++) {
		for (vlan = 0; vlan < 2; vlan++) {
			sent.vlan = vlan ? 100 : -1;
			sent.frame_id++;
			CHECK(add(&sent, orders[i][0]) == WAITING);
			CHECK(add(&sent, orders[i][1]) == WAITING);
			CHECK(add(&sent, orders[i][2]) == COMPLETE);
			check_whole(&sent);
		}
	}
	CHECK(!table.timeouts && !table.evicted);
}

static void longest(void)
{
	struct sent sent = usual;
	u8 i;

	begin();
	sent.total = CLOUDMAC_CONTENT_MAX;
	sent.size = 732;
	for (i = 0; i < 15; i++)
		CHECK(add(&sent, i) == WAITING);
	CHECK(add(&sent, 15) == COMPLETE);
	check_whole(&sent);
}

static void repeated(void)
{
	begin();
	CHECK(add(&usual, 0) == WAITING);
	CHECK(add(&usual, 0) == REPEATED);
	CHECK(add(&usual, 1) == WAITING);
	CHECK(add(&usual, 1) == REPEATED);
	CHECK(add(&usual, 2) == COMPLETE);
	check_whole(&usual);
}

/* The first segment decides how a frame is divided. */
static void conflicting(void)
{
	struct sent longer = usual, smaller = usual;

	begin();
	longer.total++;
	smaller.size = 1000;
	CHECK(add(&usual, 0) == WAITING);
	CHECK(add(&longer, 1) == CONFLICT);
	CHECK(add(&smaller, 1) == CONFLICT);
	CHECK(add(&usual, 1) == WAITING);
	CHECK(add(&usual, 2) == COMPLETE);
	check_whole(&usual);
}

/* Segments of other stations, VAPs, VLANs and frames do not mix. */
static void separate(void)
{
	struct sent others[5];
	u8 i;

	begin();
	for (i = 0; i < 5; i++)
		others[i] = usual;
	others[1].station++;
	others[2].vap++;
	others[3].vlan = 100;
	others[4].frame_id++;
	others[4].station = 9; /* another limit of its own */
	for (i = 0; i < 5; i++)
		CHECK(add(&others[i], 0) == WAITING);
	for (i = 0; i < 5; i++)
		CHECK(add(&others[i], 1) == WAITING);
	for (i = 0; i < 5; i++) {
		CHECK(add(&others[i], 2) == COMPLETE);
		check_whole(&others[i]);
	}
}

static void missing(void)
{
	struct sent next = usual;

	begin();
	next.frame_id++;
	CHECK(add_at(&usual, 0, 1000) == WAITING);
	CHECK(add_at(&usual, 1, 1199) == WAITING);
	CHECK(add_at(&usual, 2, 1199) == COMPLETE);
	CHECK(table.timeouts == 0);
	CHECK(add_at(&next, 0, 2000) == WAITING);
	CHECK(add_at(&next, 1, 2199) == WAITING);
	/* The last one is late: it begins a frame that stays incomplete. */
	CHECK(add_at(&next, 2, 2200) == WAITING);
	CHECK(table.timeouts == 1);
	cloudmac_reassembly_expire(&table, 2399);
	CHECK(table.timeouts == 1);
	cloudmac_reassembly_expire(&table, 2400);
	CHECK(table.timeouts == 2);
}

static void clock_wraps(void)
{
	begin();
	CHECK(add_at(&usual, 0, 0xffffffff) == WAITING);
	CHECK(add_at(&usual, 1, 198) == WAITING);
	CHECK(add_at(&usual, 2, 198) == COMPLETE);
	CHECK(add_at(&usual, 0, 0xffffffff) == WAITING);
	CHECK(add_at(&usual, 1, 199) == WAITING);
	CHECK(table.timeouts == 1);
}

/* A station has four places: it displaces its own oldest frame only. */
static void one_station_floods(void)
{
	struct sent flood = usual, other = usual;
	u32 i;

	begin();
	other.station = 9;
	CHECK(add(&other, 0) == WAITING);
	for (i = 0; i < 1000; i++) {
		flood.frame_id = i;
		CHECK(add(&flood, 0) == WAITING);
	}
	CHECK(table.evicted == 1000 - CLOUDMAC_REASSEMBLY_STATION);
	/* The newest four are there. */
	for (i = 996; i < 1000; i++) {
		flood.frame_id = i;
		CHECK(add(&flood, 1) == WAITING);
		CHECK(add(&flood, 2) == COMPLETE);
		check_whole(&flood);
	}
	CHECK(add(&other, 1) == WAITING);
	CHECK(add(&other, 2) == COMPLETE);
}

/* In the name of a station, but of another VAP, a flood displaces only itself. */
static void another_vap_floods(void)
{
	struct sent flood = usual;
	u32 i;

	begin();
	CHECK(add(&usual, 0) == WAITING);
	flood.vap = usual.vap + 1;
	for (i = 0; i < 1000; i++) {
		flood.frame_id = usual.frame_id + 1 + i;
		CHECK(add(&flood, 0) == WAITING);
	}
	CHECK(add(&usual, 1) == WAITING);
	CHECK(add(&usual, 2) == COMPLETE);
}

/* With many addresses, a flood displaces a frame after as many others as there are
 * places, not before. */
static void many_stations_flood(void)
{
	struct sent flood = usual;
	u8 i;

	begin();
	for (i = 0; i < PLACES - 1; i++) {
		flood.station = (u8)(100 + i);
		CHECK(add(&flood, 0) == WAITING);
	}
	CHECK(add(&usual, 0) == WAITING);
	for (i = 0; i < PLACES - 1; i++) {
		flood.station = (u8)(150 + i);
		CHECK(add(&flood, 0) == WAITING);
	}
	CHECK(table.evicted == PLACES - 1);
	CHECK(add(&usual, 1) == WAITING);
	CHECK(add(&usual, 2) == COMPLETE);
	check_whole(&usual);
}

int main(void)
{
	any_order();
	longest();
	repeated();
	conflicting();
	separate();
	missing();
	clock_wraps();
	one_station_floods();
	another_vap_floods();
	many_stations_flood();
	printf("reassembly: %d failed\n", failures);
	return failures != 0;
}
