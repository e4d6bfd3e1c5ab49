/* SPDX-License-Identifier: Apache-2.0 */
#include "admission.h"

#include <string.h>

#define MAPPED_LEN 12

void source_of(struct source *source, const uint8_t address[16])
{
	static const uint8_t mapped[MAPPED_LEN] = { [10] = 0xff, [11] = 0xff };

	memset(source, 0, sizeof(*source));
	if (memcmp(address, mapped, sizeof(mapped)))
		memcpy(source->octets, address, SOURCE_LEN);
	else
		memcpy(source->octets + SOURCE_LEN - 4, address + MAPPED_LEN,
		       4);
}

bool source_equal(const struct source *one, const struct source *other)
{
	return !memcmp(one->octets, other->octets, SOURCE_LEN);
}

/* Returns the entry of 'source', or NULL. */
static struct admission_source *find(struct admission *admission,
				     const struct source *source)
{
	for (int i = 0; i < ADMISSION_SOURCES; i++)
		if (source_equal(&admission->sources[i].source, source))
			return &admission->sources[i];
	return NULL;
}

/* Returns true if 'one' makes room rather than 'other'. */
static bool gives_way(const struct admission_source *one,
		      const struct admission_source *other)
{
	if (one->is_proven != other->is_proven)
		return other->is_proven;
	return one->due_ms < other->due_ms;
}

/* Returns the entry of 'source', which may be a new one. */
static struct admission_source *entry_of(struct admission *admission,
					 const struct source *source)
{
	struct admission_source *entry = find(admission, source);

	if (entry)
		return entry;
	entry = admission->sources;
	for (int i = 1; i < ADMISSION_SOURCES; i++)
		if (gives_way(&admission->sources[i], entry))
			entry = &admission->sources[i];
	*entry = (struct admission_source){ .source = *source };
	return entry;
}

static uint64_t later(uint64_t one, uint64_t other)
{
	return one > other ? one : other;
}

static bool is_early(uint64_t due_ms, uint64_t now_ms, uint64_t burst,
		     uint64_t interval_ms)
{
	return due_ms > now_ms + (burst - 1) * interval_ms;
}

bool admission_accept(struct admission *admission, const struct source *source,
		      uint64_t now_ms)
{
	struct admission_source *entry = entry_of(admission, source);

	if (is_early(entry->due_ms, now_ms, ADMISSION_BURST,
		     ADMISSION_INTERVAL_MS))
		return false;
	if (!entry->is_proven &&
	    is_early(admission->all_due_ms, now_ms, ADMISSION_ALL_BURST,
		     ADMISSION_ALL_INTERVAL_MS))
		return false;
	entry->due_ms = later(entry->due_ms, now_ms) + ADMISSION_INTERVAL_MS;
	if (entry->is_proven)
		return true;
	admission->all_due_ms = later(admission->all_due_ms, now_ms) +
				ADMISSION_ALL_INTERVAL_MS;
	return true;
}

static void refund_one(uint64_t *due_ms, uint64_t interval_ms)
{
	*due_ms -= *due_ms < interval_ms ? *due_ms : interval_ms;
}

void admission_refund(struct admission *admission, const struct source *source)
{
	struct admission_source *entry = find(admission, source);
	bool was_proven = entry && entry->is_proven;

	if (entry) {
		refund_one(&entry->due_ms, ADMISSION_INTERVAL_MS);
		entry->is_proven = true;
	}
	if (!was_proven)
		refund_one(&admission->all_due_ms, ADMISSION_ALL_INTERVAL_MS);
}
