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

void queue_kept_destroy(struct queue_kept *kept)
{
	struct queue_kept_frame *frame;

	while ((frame = queue_kept_take(kept)))
		free(frame);
}
