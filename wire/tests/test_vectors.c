/* SPDX-License-Identifier: Apache-2.0 */
/* Runs all test vectors through the C codec: parses, truncates and packs them. */

#include <stdio.h>
#include <stdlib.h>

#include "cloudmac_announce.h"
#include "cloudmac_chain.h"
#include "cloudmac_reassembly.h"
#include "cloudmac_survey.h"
#include "messages.h"

enum direction { DOWNLINK, UPLINK, ANNOUNCEMENT };

struct expected_frame {
	int vlan, level, rate, priority, kind, vap;
	u8 station[CLOUDMAC_ADDR_LEN];
	long radiotap_offset, radiotap_length;
	long frame_offset, frame_length, header_length;
	long namespace_offset; /* 0: there is none */
	struct cloudmac_chain chain;
	struct cloudmac_survey survey; /* without flags: there is none */
	struct expected_message message;
};

struct expected_segment {
	int vlan, level, rate, priority, kind, vap;
	u8 station[CLOUDMAC_ADDR_LEN];
	long index, count, total, size, content_offset, content_length;
	u32 frame_id;
	const char *whole; /* name of the vector, or NULL */
};

struct vector {
	const char *name;
	enum direction direction;
	bool canonical;
	const u8 *octets;
	u32 len;
	const char *error;
	const struct expected_frame *frame;
	const struct expected_segment *segment;
	const struct cloudmac_announcement *announcement;
};

#include "table.h"

#define VECTORS_N (sizeof(vectors) / sizeof(vectors[0]))
#define PARTIALS  8

static unsigned int failures;

static void fail(const struct vector *vector, const char *what, long got,
		 long wanted)
{
	fprintf(stderr, "%s: %s is %ld, not %ld\n", vector->name, what, got,
		wanted);
	failures++;
}

#define CHECK(WHAT, GOT, WANTED)                             \
	do {                                                 \
		if ((GOT) != (WANTED))                       \
			fail(vector, WHAT, (GOT), (WANTED)); \
	} while (0)

static enum cloudmac_direction tag_side(const struct vector *vector)
{
	return vector->direction == DOWNLINK ? CLOUDMAC_DOWNLINK :
					       CLOUDMAC_UPLINK;
}

/* Returns a copy of exact size, so that the sanitizer detects a read past it. */
static u8 *exact_copy(const u8 *octets, u32 len)
{
	u8 *copy = malloc(len ? len : 1);

	if (!copy)
		abort();
	memcpy(copy, octets, len);
	return copy;
}

static void compare_stage(const struct vector *vector,
			  const struct cloudmac_stage *got,
			  const struct cloudmac_stage *want)
{
	CHECK("kind of rate", got->rate.kind, want->rate.kind);
	CHECK("legacy rate", got->rate.legacy, want->rate.legacy);
	CHECK("MCS", got->rate.mcs, want->rate.mcs);
	CHECK("streams", got->rate.nss, want->rate.nss);
	CHECK("width", got->rate.width, want->rate.width);
	CHECK("short GI", got->rate.short_gi, want->rate.short_gi);
	CHECK("RTS", got->rts, want->rts);
	CHECK("CTS", got->cts, want->cts);
	CHECK("short preamble", got->short_preamble, want->short_preamble);
	CHECK("tries", got->tries, want->tries);
	CHECK("changed", got->changed, want->changed);
}

/* Parses the namespace as a radiotap parser passes it, whole and truncated. */
static void compare_chain(const struct vector *vector)
{
	const struct expected_frame *want = vector->frame;
	const u8 *at = vector->octets + want->namespace_offset;
	u32 left = (u32)(want->frame_offset - want->namespace_offset), len;
	u8 packed[CLOUDMAC_CHAIN_LEN_MAX];
	struct cloudmac_chain got;
	u8 i, *copy;

	for (len = 0; len <= left; len++) {
		copy = exact_copy(at, len);
		CHECK("parsed", cloudmac_chain_parse(copy, len, &got),
		      want->chain.n && len == left);
		free(copy);
	}
	CHECK("stages", got.n, want->chain.n);
	for (i = 0; i < got.n && i < want->chain.n; i++)
		compare_stage(vector, &got.stages[i], &want->chain.stages[i]);
	if (!want->chain.n || !vector->canonical)
		return;
	len = cloudmac_chain_pack(packed, &want->chain);
	CHECK("packed chain's length", (long)len, (long)left);
	CHECK("packed chain", memcmp(packed, at, len), 0);
}

static void compare_survey(const struct vector *vector,
			   const struct cloudmac_frame *frame)
{
	const struct cloudmac_survey *want = &vector->frame->survey;
	u8 packed[CLOUDMAC_SURVEY_LEN];
	struct cloudmac_survey got;

	CHECK("survey", cloudmac_survey_parse(frame, &got), want->flags != 0);
	if (!want->flags)
		return;
	CHECK("survey frequency", got.frequency, want->frequency);
	CHECK("survey flags", got.flags, want->flags);
	CHECK("noise", got.noise, want->noise);
	CHECK("time", got.time == want->time, true);
	CHECK("busy time", got.busy == want->busy, true);
	CHECK("time of transmission", got.tx == want->tx, true);
	CHECK("time of reception", got.rx == want->rx, true);
	if (!vector->canonical)
		return;
	cloudmac_survey_pack(packed, frame->frame + 4, frame->station, want);
	CHECK("packed survey", memcmp(packed, frame->frame, sizeof(packed)), 0);
}

static void compare_frame(const struct vector *vector, const u8 *data,
			  const struct cloudmac_frame *got)
{
	const struct expected_frame *want = vector->frame;
	const char *what;

	CHECK("direction", (int)got->direction, (int)tag_side(vector));
	CHECK("vlan", got->vlan, want->vlan);
	CHECK("station", memcmp(got->station, want->station, 6), 0);
	CHECK("level", got->tag.level, want->level);
	CHECK("rate", got->tag.rate, want->rate);
	CHECK("priority", got->tag.priority, want->priority);
	CHECK("kind", got->tag.kind, want->kind);
	CHECK("vap", got->tag.vap, want->vap);
	CHECK("radiotap offset", (long)(got->radiotap - data),
	      want->radiotap_offset);
	CHECK("radiotap length", (long)got->radiotap_len,
	      want->radiotap_length);
	CHECK("frame offset", (long)(got->frame - data), want->frame_offset);
	CHECK("frame length", (long)got->frame_len, want->frame_length);
	CHECK("header length",
	      (long)cloudmac_80211_hdrlen(got->frame, got->frame_len),
	      want->header_length);
	compare_survey(vector, got);
	what = message_difference(got, &want->message, vector->canonical);
	if (what)
		fail(vector, what, 0, 1);
}

static void compare_announcement(const struct vector *vector,
				 const struct cloudmac_announcement *got)
{
	const struct cloudmac_announcement *want = vector->announcement;
	u32 i;

	CHECK("source", memcmp(got->source, want->source, 6), 0);
	CHECK("vlan", got->vlan, want->vlan);
	CHECK("wtp", memcmp(got->wtp, want->wtp, 6), 0);
	CHECK("interval", got->interval, want->interval);
	CHECK("name", strcmp(got->name, want->name), 0);
	CHECK("ipv4", memcmp(got->ipv4, want->ipv4, sizeof(want->ipv4)), 0);
	CHECK("ipv4 port", got->ipv4_port, want->ipv4_port);
	CHECK("ipv6", memcmp(got->ipv6, want->ipv6, sizeof(want->ipv6)), 0);
	CHECK("ipv6 port", got->ipv6_port, want->ipv6_port);
	CHECK("radio count", got->radio_count, want->radio_count);
	for (i = 0; i < want->radio_count; i++) {
		const struct cloudmac_radio *g = &got->radios[i];
		const struct cloudmac_radio *w = &want->radios[i];

		CHECK("radio index", g->index, w->index);
		CHECK("radio address", memcmp(g->address, w->address, 6), 0);
		CHECK("radio frequency", g->frequency, w->frequency);
		CHECK("radio maximum power", g->max_power, w->max_power);
		CHECK("radio power", g->power, w->power);
		CHECK("radio flags", g->flags, w->flags);
		CHECK("radio leases", g->max_leases, w->max_leases);
		CHECK("radio bands", g->bands, w->bands);
	}
}

/* Checks that the whole of all segments that name the same vector has its octets,
 * once the last of them arrives. */
static void reassemble(const struct vector *vector,
		       const struct cloudmac_segment *segment)
{
	static struct cloudmac_partial partials[PARTIALS];
	static u8 memory[PARTIALS * CLOUDMAC_REASSEMBLY_OCTETS];
	static struct cloudmac_reassembly table;
	enum cloudmac_reassembly_result result;
	const u8 *whole = NULL;
	u32 len = 0;
	size_t i;

	if (!table.partials_n)
		cloudmac_reassembly_init(&table, partials, memory, PARTIALS);
	result = cloudmac_reassembly_add(&table, segment, 0, &whole, &len);
	if (!vector->segment->whole)
		return;
	CHECK("reassembly", (long)result,
	      segment->index + 1 < segment->of.count ?
		      CLOUDMAC_REASSEMBLY_WAITING :
		      CLOUDMAC_REASSEMBLY_COMPLETE);
	if (result != CLOUDMAC_REASSEMBLY_COMPLETE)
		return;
	for (i = 0; i < VECTORS_N; i++)
		if (!strcmp(vectors[i].name, vector->segment->whole))
			break;
	CHECK("whole length", (long)len, (long)vectors[i].len);
	CHECK("whole", memcmp(whole, vectors[i].octets, vectors[i].len), 0);
}

static void compare_segment(const struct vector *vector, const u8 *data)
{
	const struct expected_segment *want = vector->segment;
	u8 header[CLOUDMAC_SEGMENT_HLEN];
	struct cloudmac_segment got;
	int error = cloudmac_segment_parse(data, vector->len, tag_side(vector),
					   &got);

	CHECK("parsed", error, CLOUDMAC_OK);
	if (error)
		return;
	CHECK("vlan", got.vlan, want->vlan);
	CHECK("station", memcmp(got.station, want->station, 6), 0);
	CHECK("level", got.tag.level, want->level);
	CHECK("rate", got.tag.rate, want->rate);
	CHECK("priority", got.tag.priority, want->priority);
	CHECK("kind", got.tag.kind, want->kind);
	CHECK("vap", got.tag.vap, want->vap);
	CHECK("index", (long)got.index, want->index);
	CHECK("count", (long)got.of.count, want->count);
	CHECK("total", (long)got.of.total, want->total);
	CHECK("size", (long)got.of.size, want->size);
	CHECK("frame id", (long)got.frame_id, (long)want->frame_id);
	CHECK("content offset", (long)(got.content - data),
	      want->content_offset);
	CHECK("content length", (long)got.content_len, want->content_length);
	cloudmac_segment_pack(header, &got.of, got.index, got.frame_id);
	CHECK("packed header",
	      memcmp(header, got.content - sizeof(header), sizeof(header)), 0);
	reassemble(vector, &got);
}

/* Packs the fields again. The C packers write no VLAN tag. */
static void pack(const struct vector *vector)
{
	struct cloudmac_announcement announcement;
	u8 data[CLOUDMAC_ANNOUNCE_MAX];
	u32 len;

	if (vector->announcement) {
		announcement = *vector->announcement;
		len = cloudmac_announce_pack(data, &announcement);
		CHECK("packed length", (long)len, (long)vector->len);
	} else {
		struct cloudmac_tag tag = {
			.level = (s8)vector->frame->level,
			.rate = (u8)vector->frame->rate,
			.priority = (u8)vector->frame->priority,
			.kind = (u8)vector->frame->kind,
			.vap = (u16)vector->frame->vap,
		};

		cloudmac_eth_pack(data, tag_side(vector),
				  vector->frame->station, &tag);
		len = CLOUDMAC_ETH_HLEN;
	}
	CHECK("packed octets", memcmp(data, vector->octets, len), 0);
}

static int parse(const struct vector *vector, const u8 *data, u32 len,
		 struct cloudmac_frame *frame,
		 struct cloudmac_announcement *announcement)
{
	struct cloudmac_segment segment;
	int error;

	if (vector->direction == ANNOUNCEMENT)
		return cloudmac_announce_parse(data, len, announcement);
	error = cloudmac_frame_parse(data, len, tag_side(vector), frame);
	if (error == CLOUDMAC_ERR_SEGMENT)
		error = cloudmac_segment_parse(data, len, tag_side(vector),
					       &segment);
	return error;
}

static void run(const struct vector *vector)
{
	struct cloudmac_announcement announcement;
	struct cloudmac_frame frame;
	u8 *data = exact_copy(vector->octets, vector->len);
	int error = parse(vector, data, vector->len, &frame, &announcement);
	u32 len;

	if (strcmp(cloudmac_error_name(error), vector->error)) {
		fprintf(stderr, "%s: error is %s, not %s\n", vector->name,
			cloudmac_error_name(error), vector->error);
		failures++;
	} else if (vector->segment) {
		compare_segment(vector, data);
	} else if (vector->frame) {
		compare_frame(vector, data, &frame);
		if (vector->frame->namespace_offset)
			compare_chain(vector);
	} else if (vector->announcement) {
		compare_announcement(vector, &announcement);
	}
	CHECK("octets changed", memcmp(data, vector->octets, vector->len), 0);
	free(data);

	if (vector->canonical && !vector->segment && vector->octets[12] != 0x81)
		pack(vector);

	for (len = 0; len < vector->len; len++) {
		data = exact_copy(vector->octets, len);
		parse(vector, data, len, &frame, &announcement);
		free(data);
	}
}

/* Checks that input which the parser would refuse is not packed. */
static void refuse_to_pack(void)
{
	const struct vector *vector = &(struct vector){.name = "refused"};
	struct cloudmac_announcement good = {
		.wtp = {2},
		.interval = 1000,
		.name = "wtp",
		.ipv4 = {192, 0, 2, 1},
		.ipv4_port = 4919,
		.radio_count = 1,
		.radios = {{.address = {2}}},
	};
	struct cloudmac_announcement bad;
	u8 data[CLOUDMAC_ANNOUNCE_MAX];

	CHECK("good", cloudmac_announce_pack(data, &good) > 0, true);
	bad = good;
	bad.wtp[0] = 3;
	CHECK("group", (long)cloudmac_announce_pack(data, &bad), 0L);
	bad = good;
	memset(bad.name, 'n', sizeof(bad.name));
	CHECK("endless name", (long)cloudmac_announce_pack(data, &bad), 0L);
	bad = good;
	bad.radio_count = CLOUDMAC_ANNOUNCE_RADIOS_MAX + 1;
	CHECK("17 radios", (long)cloudmac_announce_pack(data, &bad), 0L);
	bad = good;
	bad.ipv4_port = 0;
	CHECK("no control", (long)cloudmac_announce_pack(data, &bad), 0L);
}

int main(void)
{
	size_t i;

	for (i = 0; i < VECTORS_N; i++)
		run(&vectors[i]);
	refuse_to_pack();
	printf("%zu vectors, %u failures\n", VECTORS_N, failures);
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
