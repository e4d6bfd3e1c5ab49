/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include <string.h>

#include "log.h"

void queue_init(struct queue *queue, int fd, struct counters *counters)
{
	memset(queue, 0, sizeof(*queue));
	packet_batch_init(&queue->batch);
	queue->fd = fd;
	queue->counters = counters;
}

void queue_put(struct queue *queue, const struct downlink_frame *frame)
{
	uint8_t head[PACKET_HEAD_MAX];
	size_t len = queue->link_header_len;

	if (len)
		memcpy(head, queue->link_header, len);
	memcpy(head + len, frame->head, frame->head_len);
	if (queue->batch.n == PACKET_BATCH)
		queue_run(queue);
	packet_batch_add(&queue->batch, head, len + frame->head_len,
			 frame->body, frame->body_len, &queue->counters->down);
}

void queue_run(struct queue *queue)
{
	int err = packet_batch_flush(&queue->batch, queue->fd,
				     queue->counters->drops);

	if (err)
		log_limited(LOG_LEVEL_WARN, "a frame was not injected: %s",
			    strerror(err));
}
