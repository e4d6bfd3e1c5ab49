/* SPDX-License-Identifier: Apache-2.0 */
#include "bss_table.h"

#include <stdlib.h>
#include <string.h>

#include "cloudmac.h"

#define SCALE  16
#define WEIGHT 8 /* a new sample counts 1/8 */

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

/* Returns an empty entry. */
static struct bss *add(struct bss_table *table)
{
	struct bss *oldest = &table->entries[0];

	if (table->n < BSS_MAX)
		return &table->entries[table->n++];
	for (size_t i = 1; i < table->n; i++)
		if (table->entries[i].sequence < oldest->sequence)
			oldest = &table->entries[i];
	clear(oldest);
	return oldest;
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

static void keep(struct bss_content *content, const struct bss_heard *heard,
		 uint64_t now_ms)
{
	uint8_t *octets;

	if (heard->len > BSS_CONTENT_MAX)
		return;
	octets = heard->len == content->len
			 ? content->octets
			 : realloc(content->octets, heard->len);
	if (!octets)
		return;
	memcpy(octets, heard->octets, heard->len);
	*content = (struct bss_content){ octets, heard->len, now_ms };
}

void bss_note(struct bss_table *table, const struct bss_heard *heard,
	      uint64_t now_ms)
{
	struct bss *bss = find(table, heard->bssid, heard->radio);

	if (!bss) {
		bss = add(table);
		memcpy(bss->bssid, heard->bssid, ADDR_LEN);
		bss->radio = heard->radio;
	}
	bss->mhz = heard->mhz;
	bss->heard_ms = now_ms;
	bss->sequence = ++table->sequence;
	add_signal(bss, heard->signal);
	keep(&bss->frames[heard->kind], heard, now_ms);
}

static bool is_heard(const struct bss *bss, uint64_t now_ms)
{
	return now_ms < bss->heard_ms + BSS_HEARD_MS;
}

const struct bss *bss_find(const struct bss_table *table, const uint8_t *bssid,
			   unsigned int radio, uint64_t now_ms)
{
	const struct bss *bss =
		find((struct bss_table *)(uintptr_t)table, bssid, radio);

	return bss && is_heard(bss, now_ms) ? bss : NULL;
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

void bss_destroy(struct bss_table *table)
{
	while (table->n)
		clear(&table->entries[--table->n]);
}
