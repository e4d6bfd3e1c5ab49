/* SPDX-License-Identifier: Apache-2.0 */
#include "bss_table.h"

#include <stdlib.h>
#include <string.h>

#include "cloudmac.h"

#define SCALE  16
#define WEIGHT 8 /* a new sample counts 1/8 */

#define BAND_5GHZ	5000 /* MHz */
#define ELEMENTS	36   /* behind header and fixed fields */
#define ELEMENT_SSID	0
#define ELEMENT_CHANNEL 3
#define INTERVAL	32 /* of beacons, in TU */
#define TU_US		1024ull

/* Returns the centre of a channel at 2.4 GHz, or 'mhz' if there is none. */
static unsigned int frequency_of(uint8_t channel, unsigned int mhz)
{
	if (channel == 14)
		return 2484;
	return channel >= 1 && channel <= 13 ? 2407u + 5u * channel : mhz;
}

/* Returns the first element 'id', from its length on, or NULL. */
static const uint8_t *find_element(const uint8_t *frame, size_t len,
				   uint8_t id)
{
	size_t at = ELEMENTS;

	while (at + 2 <= len && at + 2 + frame[at + 1] <= len) {
		if (frame[at] == id)
			return frame + at + 1;
		at += 2u + frame[at + 1];
	}
	return NULL;
}

unsigned int bss_frequency(const uint8_t *frame, size_t len, unsigned int mhz)
{
	const uint8_t *channel =
		mhz < BAND_5GHZ ? find_element(frame, len, ELEMENT_CHANNEL)
				: NULL;

	return channel && channel[0] == 1 ? frequency_of(channel[1], mhz)
					  : mhz;
}

void bss_ssid(const uint8_t *frame, size_t len, struct cloudmac_ssid *out)
{
	const uint8_t *ssid = find_element(frame, len, ELEMENT_SSID);

	out->len = 0;
	if (!ssid || ssid[0] > CLOUDMAC_VSTA_SSID_MAX)
		return;
	out->len = ssid[0];
	memcpy(out->octets, ssid + 1, ssid[0]);
}

static struct bss *find(struct bss_table *table, const uint8_t *bssid,
			unsigned int radio)
{
	for (size_t i = 0; i < table->n; i++) {
		struct bss *bss = &table->entries[i];

		if (bss->radio == radio &&
		    !memcmp(bss->bssid, bssid, ADDR_LEN))
			return bss;
	}
	return NULL;
}

static void clear(struct bss *bss)
{
	for (int i = 0; i < BSS_FRAMES; i++)
		free(bss->frames[i].octets);
	memset(bss, 0, sizeof(*bss));
}

static bool is_heard(const struct bss *bss, uint64_t now_ms)
{
	return now_ms < bss->heard_ms + BSS_HEARD_MS;
}

static bool may_answer(const struct bss *bss, uint64_t now_ms)
{
	return now_ms < bss->heard_ms + BSS_MEMORY_MS;
}

static bool is_replaceable(const struct bss *bss, enum bss_rank rank,
			   uint64_t now_ms)
{
	if (!is_heard(bss, now_ms) || bss->rank < rank)
		return true;
	return bss->rank == rank &&
	       (rank < BSS_REPEATED || !may_answer(bss, now_ms));
}

/* Returns true if 'one' is replaced rather than 'other'. */
static bool is_worse(const struct bss *one, const struct bss *other,
		     uint64_t now_ms)
{
	bool is_older = one->sequence < other->sequence;

	if (is_heard(one, now_ms) != is_heard(other, now_ms))
		return !is_heard(one, now_ms);
	if (!is_heard(one, now_ms))
		return is_older;
	if (one->rank != other->rank)
		return one->rank < other->rank;
	return one->rank < BSS_REPEATED ? !is_older : is_older;
}

static void report_loss(const struct bss_table *table, unsigned int radio,
			unsigned int mhz)
{
	if (table->lost)
		table->lost(table->lost_arg, radio, mhz);
}

/* Returns an empty entry for a BSS of the rank, or NULL. */
static struct bss *add(struct bss_table *table, enum bss_rank rank,
		       uint64_t now_ms)
{
	struct bss *worst = NULL;

	if (table->n < BSS_MAX)
		return &table->entries[table->n++];
	for (size_t i = 0; i < table->n; i++) {
		struct bss *bss = &table->entries[i];

		if (is_replaceable(bss, rank, now_ms) &&
		    (!worst || is_worse(bss, worst, now_ms)))
			worst = bss;
	}
	if (!worst)
		return NULL;
	if (may_answer(worst, now_ms))
		report_loss(table, worst->radio, worst->mhz);
	clear(worst);
	return worst;
}

static void add_signal(struct bss *bss, int8_t signal)
{
	int sample = signal * SCALE;

	if (signal == CLOUDMAC_SIGNAL_UNKNOWN)
		return;
	bss->signal_16th =
		bss->has_signal ? bss->signal_16th +
					  (sample - bss->signal_16th) / WEIGHT
				: sample;
	bss->has_signal = true;
}

/* Returns false if it cannot keep the frame. */
static bool keep(struct bss_content *content, const struct bss_heard *heard,
		 uint64_t now_ms)
{
	uint8_t *octets;

	if (heard->len > BSS_CONTENT_MAX)
		return false;
	octets = heard->len == content->len
			 ? content->octets
			 : realloc(content->octets, heard->len);
	if (!octets)
		return false;
	memcpy(octets, heard->octets, heard->len);
	*content = (struct bss_content){ octets, heard->len, now_ms };
	return true;
}

static enum bss_rank rank_of(const struct bss_heard *heard, bool repeated)
{
	if (heard->joined)
		return BSS_JOINED;
	if (repeated)
		return BSS_REPEATED;
	return heard->asked ? BSS_ASKED : BSS_ONCE;
}

/* Returns the entry of a BSS that the table lacks, or NULL if it is not kept.
 */
static struct bss *add_heard(struct bss_table *table,
			     const struct bss_heard *heard, uint64_t now_ms)
{
	bool repeated = bss_sightings_add(&table->sightings, heard->bssid,
					  heard->radio, now_ms);
	struct bss *bss = add(table, rank_of(heard, repeated), now_ms);

	if (!bss)
		return NULL;
	memcpy(bss->bssid, heard->bssid, ADDR_LEN);
	bss->radio = heard->radio;
	bss->mhz = heard->mhz;
	bss->repeated = repeated;
	bss->since_ms = now_ms;
	return bss;
}

void bss_watch_losses(struct bss_table *table, bss_lost *lost, void *arg)
{
	table->lost = lost;
	table->lost_arg = arg;
}

void bss_note(struct bss_table *table, const struct bss_heard *heard,
	      uint64_t now_ms)
{
	struct bss *bss = find(table, heard->bssid, heard->radio);

	if (!bss)
		bss = add_heard(table, heard, now_ms);
	if (!bss) {
		report_loss(table, heard->radio, heard->mhz);
		return;
	}
	/* A made-up frame may name another channel. */
	if (bss->mhz != heard->mhz && may_answer(bss, now_ms))
		report_loss(table, bss->radio, bss->mhz);
	bss->mhz = heard->mhz;
	bss->heard_ms = now_ms;
	bss->sequence = ++table->sequence;
	bss->repeated |= now_ms >= bss->since_ms + BSS_REPETITION_MS;
	bss->rank = rank_of(heard, bss->repeated);
	add_signal(bss, heard->signal);
	if (!keep(&bss->frames[heard->kind], heard, now_ms))
		report_loss(table, bss->radio, bss->mhz);
}

const struct bss *bss_find(const struct bss_table *table, const uint8_t *bssid,
			   unsigned int radio, uint64_t now_ms)
{
	const struct bss *bss =
		find((struct bss_table *)(uintptr_t)table, bssid, radio);

	return bss && is_heard(bss, now_ms) ? bss : NULL;
}

bool bss_is_established(const struct bss_table *table, const uint8_t *bssid,
			unsigned int radio, uint64_t now_ms)
{
	const struct bss *bss = bss_find(table, bssid, radio, now_ms);

	return bss && bss->rank >= BSS_REPEATED;
}

uint64_t bss_next_beacon(const struct bss *bss, uint64_t from_ms)
{
	const struct bss_content *beacon = &bss->frames[BSS_BEACON];
	const uint8_t *frame;
	uint64_t interval_us, n;

	if (!beacon->octets)
		return 0;
	frame = bss_content_frame(beacon);
	if (frame + ELEMENTS > beacon->octets + beacon->len)
		return 0;
	interval_us = cloudmac_get_le16(frame + INTERVAL) * TU_US;
	if (!interval_us || from_ms <= beacon->heard_ms)
		return interval_us ? beacon->heard_ms : 0;
	n = ((from_ms - beacon->heard_ms) * 1000 + interval_us - 1) /
	    interval_us;
	return beacon->heard_ms + n * interval_us / 1000;
}

int bss_signal(const struct bss *bss)
{
	return (bss->signal_16th - SCALE / 2) / SCALE;
}

static int compare(const void *one, const void *other)
{
	const struct bss *const *a = one, *const *b = other;

	return (*a)->sequence < (*b)->sequence ? 1 : -1;
}

size_t bss_latest(const struct bss_table *table, uint64_t now_ms,
		  const struct bss *out[BSS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < table->n; i++)
		if (is_heard(&table->entries[i], now_ms))
			out[n++] = &table->entries[i];
	qsort(out, n, sizeof(out[0]), compare);
	return n;
}

bool bss_answers(const struct bss *bss, enum bss_frame kind,
		 unsigned int radio, unsigned int mhz, uint64_t now_ms)
{
	const struct bss_content *content = &bss->frames[kind];

	return bss->radio == radio && bss->mhz == mhz && content->octets &&
	       now_ms < content->heard_ms + BSS_MEMORY_MS;
}

const uint8_t *bss_content_frame(const struct bss_content *content)
{
	return content->octets + cloudmac_get_le16(content->octets + 2);
}

void bss_destroy(struct bss_table *table)
{
	while (table->n)
		clear(&table->entries[--table->n]);
}
