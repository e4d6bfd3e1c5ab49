/* SPDX-License-Identifier: Apache-2.0 */
/* The description of a station: octets, fields and refused input. */

#include "check.h"
#include "cloudmac_station.h"

/* AID 0x102, three rates, HT capabilities 0, 1, 2, ..., VHT ones 100, 101, ... */
static const u8 HEAD[] = {0x12, 0x13, 0x37, 2, 44, 0,
			  0x02, 0x01, 0x33, 2, 12, 108};
#define WHOLE \
	(sizeof(HEAD) + CLOUDMAC_STATION_HT_LEN + CLOUDMAC_STATION_VHT_LEN)

static void make(u8 *octets)
{
	u8 i;

	memcpy(octets, HEAD, sizeof(HEAD));
	for (i = 0; i < CLOUDMAC_STATION_HT_LEN; i++)
		octets[sizeof(HEAD) + i] = i;
	for (i = 0; i < CLOUDMAC_STATION_VHT_LEN; i++)
		octets[sizeof(HEAD) + CLOUDMAC_STATION_HT_LEN + i] =
			(u8)(100 + i);
}

static bool parses_with(size_t at, u8 value)
{
	struct cloudmac_station station;
	u8 octets[WHOLE];

	make(octets);
	octets[at] = value;
	return cloudmac_station_parse(octets, sizeof(octets), &station);
}

static void test_octets(void)
{
	struct cloudmac_station station;
	u8 octets[WHOLE], packed[CLOUDMAC_STATION_LEN_MAX];

	make(octets);
	CHECK(cloudmac_station_parse(octets, sizeof(octets), &station));
	CHECK(station.aid == 0x102 && station.rates_n == 3);
	CHECK(station.rates[0] == 2 && station.rates[2] == 108);
	CHECK(station.has_ht && station.ht[25] == 25);
	CHECK(station.has_vht && station.vht[11] == 111);
	CHECK(cloudmac_station_pack(packed, &station) == WHOLE);
	CHECK(!memcmp(packed, octets, WHOLE));
	station.has_vht = false;
	station.rates_n = CLOUDMAC_STATION_RATES;
	CHECK(cloudmac_station_pack(packed, &station) ==
	      CLOUDMAC_STATION_LEN_MAX - CLOUDMAC_STATION_VHT_LEN);
}

static void test_refused(void)
{
	struct cloudmac_station station;
	u8 octets[WHOLE];
	u32 len;

	make(octets);
	for (len = 0; len < sizeof(octets); len++)
		CHECK(!cloudmac_station_parse(octets, len, &station));
	CHECK(parses_with(8, 0xf3));  /* reserved bits */
	CHECK(!parses_with(8, 0x30)); /* no rate */
	CHECK(!parses_with(8, 0x3f)); /* more rates than octets */
	CHECK(!parses_with(3, 1));    /* a chain */
	CHECK(!parses_with(2, 0x38));
	CHECK(!parses_with(4, 43)); /* one octet too few */
	CHECK(!parses_with(4, 45)); /* past the end */
	CHECK(!parses_with(7, 8));  /* AID 2050 */
	make(octets);
	octets[6] = octets[7] = 0;
	CHECK(!cloudmac_station_parse(octets, sizeof(octets), &station));
	/* Without capabilities, further octets are ignored. */
	make(octets);
	octets[8] = 0x03;
	CHECK(cloudmac_station_parse(octets, sizeof(octets), &station));
	CHECK(!station.has_ht && !station.has_vht);
}

int main(void)
{
	test_octets();
	test_refused();
	printf("station: %d failed\n", failures);
	return failures != 0;
}
