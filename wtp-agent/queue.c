/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include <string.h>

#include "clock.h"
#include "ieee80211.h"
#include "log.h"

/* What the kernel did with an injected frame that is kept. */
static void told(void *arg, void *cookie, int err)
{
	struct queue *queue = arg;
	struct flight_frame *frame = cookie;

	if (err)
		flight_refused(&queue->flight, frame, clock_ms());
	else
		flight_sent(frame);
}

void queue_init(struct queue *queue, const struct config_radio *config,
		struct counters *counters)
{
	memset(queue, 0, sizeof(*queue));
	packet_batch_init(&queue->batch);
	queue->batch.told = told;
	queue->batch.told_arg = queue;
	queue->tracks = config->in_flight > 0;
	flight_init(&queue->flight, config->in_flight, config->queue,
		    config->width);
	queue->fd = -1;
	queue->counters = counters;
}

void queue_destroy(struct queue *queue)
{
	flight_destroy(&queue->flight);
}

static void flush(struct queue *queue)
{
	int err = packet_batch_flush(&queue->batch, queue->fd,
				     queue->counters->drops);

	/* The driver may have done its work in this very call. */
	clock_forget();
	if (err)
		log_limited(LOG_LEVEL_WARN, "a frame was not injected: %s",
			    strerror(err));
}

/* What is about to be injected once more is in the batch, and is to be neither
 * freed nor put elsewhere while it is. */
static void flush_if_any(struct queue *queue)
{
	if (queue->batch.n)
		flush(queue);
}

static void inject(struct queue *queue, const struct radiotap *rt,
		   uint8_t *body, size_t body_len, struct tally *tally)
{
	uint8_t head[PACKET_HEAD_MAX];
	size_t len = queue->link_header_len;

	if (len)
		memcpy(head, queue->link_header, len);
	len += radiotap_build(rt, head + len);
	/* Only these are worth a look at the clock. */
	if (ieee80211_has_timestamp(body, body_len))
		tsf_stamp(&queue->tsf, clock_us(), body, body_len);
	if (queue->batch.n == PACKET_BATCH)
		flush(queue);
	packet_batch_add(&queue->batch, head, len, body, body_len, tally);
}

/* Inject a frame that is kept until its TX status. */
static void inject_kept(struct queue *queue, struct flight_frame *frame,
			struct tally *tally)
{
	inject(queue, &frame->rt, frame->body, frame->len, tally);
	packet_batch_mark(&queue->batch, frame);
}

bool queue_put(struct queue *queue, const struct downlink_frame *frame)
{
	if (queue->tracks && frame->ack)
		return flight_put(&queue->flight, frame, clock_ms(),
				  queue->counters->drops);
	inject(queue, &frame->rt, frame->body, frame->body_len,
	       &queue->counters->down);
	return true;
}

unsigned int queue_backlog(struct queue *queue,
			   const struct downlink_frame *frame)
{
	return flight_backlog(&queue->flight, frame);
}

bool queue_put_own(struct queue *queue, uint8_t *body, size_t len, uint8_t tid,
		   bool insists, bool lingers)
{
	const struct downlink_frame frame = {
		.rt = { .present = 1u << RADIOTAP_TX_FLAGS,
			.tx_flags = RADIOTAP_TX_NOSEQ },
		.ack = true,
		.body = body,
		.body_len = len,
		.bssid = ieee80211_addr2(body),
		.station = ieee80211_addr1(body),
		/* As what waits for it. */
		.priority = tid & IEEE80211_UP_MASK,
		.own = true,
		.own_tid = tid,
		.own_insists = insists,
		.own_lingers = lingers,
	};

	return queue_put(queue, &frame);
}

bool queue_status(struct queue *queue, struct uplink_frame *frame)
{
	const struct flight_echo echo = {
		.rt = &frame->rt,
		.frame = frame->frame,
		.len = frame->frame_len,
	};
	struct flight_frame *flown;
	bool forward;
	enum flight_verdict verdict =
		flight_status(&queue->flight, &echo, clock_ms(), &flown);

	if (flown)
		tsf_learn(&queue->tsf, flown->body, flown->len, frame->frame,
			  frame->frame_len);
	switch (verdict) {
	case FLIGHT_AGAIN:
		inject_kept(queue, flown, &queue->counters->again);
		return false;
	case FLIGHT_HELD:
		return false;
	case FLIGHT_DONE:
		forward = !flown->own;
		frame->own = flown->own;
		frame->local = flown->local;
		if (flown->done.n || flown->local)
			uplink_add_chain(frame, &flown->done, flown->body);
		flight_forget(&queue->flight, flown);
		return forward;
	default:
		frame->unknown = true;
		return true;
	}
}

void queue_requeue(struct queue *queue, const uint8_t *bssid,
		   const uint8_t *station)
{
	flush_if_any(queue);
	flight_requeue(&queue->flight, bssid, station, clock_ms());
}

void queue_drain(struct queue *queue, const struct uplink_frame *frame)
{
	flight_drain(&queue->flight, ieee80211_addr1(frame->frame),
		     ieee80211_addr2(frame->frame),
		     clock_ms() + QUEUE_DRAIN_MS);
}

bool queue_failed(struct queue *queue, int vlan, struct uplink_frame *out)
{
	struct flight_frame *frame;
	bool own;

	/* Asked for each frame that is received: no look at the clock then. */
	if (!queue->flight.draining)
		return false;
	flush_if_any(queue);
	do {
		frame = flight_failed(&queue->flight, clock_ms());
		if (!frame)
			return false;
		own = frame->own;
		uplink_make_failed(out, frame->body, frame->len, &frame->done,
				   vlan);
		flight_forget(&queue->flight, frame);
	} while (own);
	out->station = out->body = out->frame = NULL;
	return true;
}

void queue_run(struct queue *queue)
{
	uint64_t due = queue_due(queue);
	struct flight_frame *frame;

	if (!queue->batch.n && due == FLIGHT_NEVER)
		return;
	if (due <= clock_ms()) {
		flush_if_any(queue);
		flight_expire(&queue->flight, clock_ms(),
			      queue->counters->drops);
	}
	for (;;) {
		while ((frame = flight_next(&queue->flight, clock_ms())))
			inject_kept(queue, frame, &queue->counters->down);
		if (!queue->batch.n)
			return;
		/* What the kernel refuses makes room for others. */
		flush(queue);
	}
}

uint64_t queue_due(const struct queue *queue)
{
	return flight_due(&queue->flight);
}
