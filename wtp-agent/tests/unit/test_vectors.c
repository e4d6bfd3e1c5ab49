/* SPDX-License-Identifier: Apache-2.0 */
/* Passes the wire format's test vectors through the agent's frame path. */
#include <stdbool.h>

#include "base/counters.h"
#include "frame/downlink.h"
#include "frame/uplink.h"
#include "unit.h"

struct vector {
	const char *name;
	const uint8_t *data;
	size_t len;
	bool uplink, canonical;
	const char *error;
	int vlan;
	unsigned int priority, radiotap_offset, frame_offset, header_length,
		kind, survey, stages;
};

#include "vectors.h"

#define VECTORS_N (sizeof(vectors) / sizeof(vectors[0]))

#define VAP_ID 10 /* in a downlink frame */

static bool serves_all(void *arg, const uint8_t *bssid)
{
	(void)arg;
	(void)bssid;
	return true;
}

/* A copy of exactly the vector's length, for the sanitizer to watch. */
static uint8_t *copy_of(const struct vector *vector, size_t offset)
{
	uint8_t *copy = malloc(vector->len - offset + !(vector->len - offset));

	memcpy(copy, vector->data + offset, vector->len - offset);
	return copy;
}

static void check_downlink(const struct vector *vector)
{
	bool good = !strcmp(vector->error, "ok");
	uint8_t *data = copy_of(vector, 0);
	struct downlink_frame out;
	enum drop_reason reason;

	reason = downlink_unwrap(data, vector->len, &out);
	if (!good) {
		CHECK_STR(vector->error,
			  reason ? drop_reason_name(reason) : "ok");
	} else if (vector->header_length < 16) {
		CHECK_INT(DROP_CONTROL, reason);
	} else if (cloudmac_get_be16(vector->data + VAP_ID) ==
		   CLOUDMAC_VAP_ANY) {
		CHECK_INT(DROP_VAP_ID, reason); /* no VAP's frame */
	} else {
		CHECK_INT(DROP_NONE, reason);
		CHECK_INT(vector->len - vector->frame_offset, out.body_len);
		CHECK_MEM(vector->data + vector->frame_offset, out.body,
			  out.body_len);
		CHECK_INT(vector->priority, out.priority);
		CHECK_INT(vector->stages, out.chain.n);
	}
	free(data);
}

static void test_downlink_vectors(void)
{
	for (size_t i = 0; i < VECTORS_N; i++) {
		unsigned int before = unit_failures;

		if (!vectors[i].uplink)
			check_downlink(&vectors[i]);
		if (unit_failures != before)
			printf("    in vector %s\n", vectors[i].name);
	}
}

/* Checks that the agent makes the vector's survey report of its values. It
 * never sends other Action frames as kind 2. */
static void check_survey(const struct vector *vector)
{
	struct cloudmac_survey survey = { 0 };
	struct cloudmac_frame frame;
	struct uplink_frame out;
	uint8_t *data;

	if (!vector->survey)
		return;
	data = copy_of(vector, 0);
	if (vector->vlan >= 0)
		data[14] |= (uint8_t)(vector->priority << 5);
	if (cloudmac_frame_parse(data, (uint32_t)vector->len, CLOUDMAC_UPLINK,
				 &frame) ||
	    !cloudmac_survey_parse(&frame, &survey)) {
		CHECK(!"a report");
		free(data);
		return;
	}
	uplink_make_survey(&out, frame.station, frame.frame + 4, &survey,
			   vector->vlan);
	CHECK_INT(vector->len, out.head_len);
	CHECK_MEM(data, out.head, out.head_len);
	free(data);
}

static bool is_action(const struct vector *vector)
{
	return vector->kind == CLOUDMAC_KIND_NEIGHBOUR &&
	       vector->data[vector->frame_offset] != 0x80;
}

/* Checks that the agent wraps the vector's radiotap and frame as the vector
 * does. Two things differ: the agent sets the priority in the 802.1Q tag, and
 * cuts a TX status after the 802.11 header. */
static void check_uplink(const struct vector *vector)
{
	uint8_t *data = copy_of(vector, vector->radiotap_offset);
	size_t head_len = vector->radiotap_offset;
	uint8_t head[CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN];
	bool neighbour = vector->kind == CLOUDMAC_KIND_NEIGHBOUR;
	const uint8_t bssid[] = {
		2, 0, 0, 0, vector->data[4], vector->data[5]
	};
	struct uplink_frame out;

	memcpy(head, vector->data, head_len);
	if (vector->vlan >= 0)
		head[14] |= (uint8_t)(vector->priority << 5);
	CHECK_INT(neighbour ? DROP_FROM_AP : DROP_NONE,
		  uplink_wrap(data, vector->len - head_len, vector->vlan,
			      serves_all, NULL, &out));
	if (neighbour)
		uplink_wrap_neighbour(&out, vector->data + ADDR_LEN, bssid,
				      vector->vlan);
	CHECK_INT(head_len, out.head_len);
	CHECK_MEM(head, out.head, head_len);
	if (vector->kind == CLOUDMAC_KIND_TX_STATUS)
		CHECK_INT(vector->frame_offset - head_len +
				  vector->header_length,
			  out.body_len);
	else
		CHECK_INT(vector->len - head_len, out.body_len);
	CHECK_MEM(vector->data + head_len, out.body, out.body_len);
	CHECK_INT(vector->stages, out.rt.chain.n);
	free(data);
}

static void test_uplink_vectors(void)
{
	for (size_t i = 0; i < VECTORS_N; i++) {
		unsigned int before = unit_failures;

		if (vectors[i].uplink && vectors[i].canonical) {
			if (is_action(&vectors[i]))
				check_survey(&vectors[i]);
			else
				check_uplink(&vectors[i]);
		}
		if (unit_failures != before)
			printf("    in vector %s\n", vectors[i].name);
	}
}

const struct unit_test vector_tests[] = {
	UNIT_TEST(test_downlink_vectors),
	UNIT_TEST(test_uplink_vectors),
	{ NULL, NULL },
};
