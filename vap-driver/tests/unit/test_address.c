// SPDX-License-Identifier: GPL-2.0-only
/* Tests the addresses that cloudmac-vap add --beside chooses. */
#include "../../cli/address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char taken[0x10000][ADDRESS_LEN];
static struct address_list used = { .addresses = taken };

static void use(const char *text)
{
	if (!address_parse(text, taken[used.n++]))
		abort();
}

/* Chooses an address beside another, checks it, and adds it to those in use. */
static void check(int line, const char *beside, const char *wanted)
{
	unsigned char other[ADDRESS_LEN], addr[ADDRESS_LEN];
	char text[18] = "none";

	if (!address_parse(beside, other))
		abort();
	if (address_beside(other, &used, addr))
		snprintf(text, sizeof(text), "%02x:%02x:%02x:%02x:%02x:%02x",
			 addr[0], addr[1], addr[2], addr[3], addr[4], addr[5]);
	if (strcmp(text, wanted)) {
		fprintf(stderr, "line %d: %s beside %s, not %s\n", line, text,
			beside, wanted);
		exit(EXIT_FAILURE);
	}
	if (strcmp(text, "none"))
		use(text);
}

#define CHECK(beside, wanted)	check(__LINE__, beside, wanted)

/* The addresses fill a block of 2^n before another bit differs. */
static void test_few_bits_differ(void)
{
	used.n = 0;
	CHECK("02:c1:0d:00:00:16", "02:c1:0d:00:00:17");
	CHECK("02:c1:0d:00:00:16", "02:c1:0d:00:00:14");
	CHECK("02:c1:0d:00:00:16", "02:c1:0d:00:00:15");
	CHECK("02:c1:0d:00:00:16", "02:c1:0d:00:00:12");
}

/* That of a radio's chip, which is not locally administered. */
static void test_universal_address(void)
{
	used.n = 0;
	CHECK("00:c1:0d:00:00:10", "02:c1:0d:00:00:10");
	CHECK("00:c1:0d:00:00:10", "02:c1:0d:00:00:11");
}

/* Radios with other addresses may have the VAP id. */
static void test_distinct_vap_ids(void)
{
	used.n = 0;
	use("02:99:99:99:00:11");
	CHECK("02:c1:0d:00:00:10", "02:c1:0d:00:00:12");
}

static void test_reserved_vap_id(void)
{
	used.n = 0;
	CHECK("02:c1:0d:00:ff:fe", "02:c1:0d:00:ff:fc");
}

static void test_none(void)
{
	unsigned int id;

	used.n = 0;
	CHECK("03:c1:0d:00:00:10", "none");
	for (id = 0; id < 0xffff; id++) {
		memset(taken[id], 2, ADDRESS_LEN);
		taken[id][4] = (unsigned char)(id >> 8);
		taken[id][5] = (unsigned char)id;
	}
	used.n = id;
	CHECK("02:c1:0d:00:00:10", "none");
}

int main(void)
{
	test_few_bits_differ();
	test_universal_address();
	test_distinct_vap_ids();
	test_reserved_vap_id();
	test_none();
	puts("address: passed");
	return EXIT_SUCCESS;
}
