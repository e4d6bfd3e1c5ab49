/* SPDX-License-Identifier: Apache-2.0 */
#include "queue_kept.h"

#include <stdlib.h>
#include <string.h>

bool queue_keep(struct queue_kept *kept, const struct downlink_frame *frame)
{
	struct queue_kept_frame *copy = NULL;

	if (kept->n < QUEUE_KEPT_MAX)
		copy = malloc(sizeof(*copy) + frame->body_len);
	if (!copy)
		return false;
	copy->next = NULL;
	copy->rt = frame->rt;
	copy->len = frame->body_len;
	memcpy(copy->body, frame->body, frame->body_len);
	*(kept->first ? &kept->last->next : &kept->first) = copy;
	kept->last = copy;
	kept->n++;
	return true;
}

struct queue_kept_frame *queue_kept_take(struct queue_kept *kept)
{
	struct queue_kept_frame *first = kept->first;

	if (!first)
		return NULL;
	kept->first = first->next;
	kept->n--;
	return first;
}

unsigned int queue_kept_forget(struct queue_kept *kept,
			       const uint8_t *transmitter)
{
	struct queue_kept_frame **at = &kept->first, *frame;
	unsigned int before = kept->n;

	kept->last = NULL;
	while ((frame = *at)) {
		if (memcmp(ieee80211_addr2(frame->body), transmitter,
			   ADDR_LEN)) {
			kept->last = frame;
			at = &frame->next;
			continue;
		}
		*at = frame->next;
		kept->n--;
		free(frame);
	}
	return before - kept->n;
}

void queue_kept_destroy(struct queue_kept *kept)
{
	struct queue_kept_frame *frame;

	while ((frame = queue_kept_take(kept)))
		free(frame);
}
