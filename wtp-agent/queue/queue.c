/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

/* Reports to the flight whether the kernel accepted a frame. */
static void report_status(void *arg, void *cookie, int err)
{
	struct queue *queue = arg;
	struct flight_frame *frame = cookie;

	if (err)
		flight_handle_refusal(&queue->flight, frame, clock_ms());
	else
		flight_mark_sent(frame);
}

void queue_init(struct queue *queue, const struct config_radio *config,
		struct counters *counters)
{
	const struct flight_settings settings = {
		.airtime = config->airtime,
		.sparse = true,
		.codel = { .target_us = config->codel_target * 1000,
			   .interval_us = config->codel_interval * 1000 },
		.memory_max = (size_t)config->queue_memory * 1024,
	};

	memset(queue, 0, sizeof(*queue));
	packet_batch_init(&queue->batch);
	queue->batch.on_sent = report_status;
	queue->batch.on_sent_arg = queue;
	queue->tracks_status = config->in_flight > 0;
	flight_init(&queue->flight, config->in_flight, config->queue,
		    config->width);
	flight_set_settings(&queue->flight, &settings);
	queue->fd = -1;
	queue->counters = counters;
}

void queue_destroy(struct queue *queue)
{
	flight_destroy(&queue->flight);
	queue_kept_destroy(&queue->kept);
}

static void flush(struct queue *queue)
{
	int err = packet_batch_flush(&queue->batch, queue->fd,
				     queue->counters->drops);

	/* The driver may have transmitted within this system call. */
	clock_cache_invalidate();
	if (err)
		log_limited(LOG_LEVEL_WARN, "a frame was not injected: %s",
			    strerror(err));
}

/* The batch is sent before frames in it are freed or moved to another list. */
void queue_flush(struct queue *queue)
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
	/* Reads the clock for these frames only. */
	if (ieee80211_has_timestamp(body, body_len))
		tsf_stamp(&queue->tsf, clock_us(), body, body_len);
	if (packet_batch_is_full(&queue->batch))
		flush(queue);
	packet_batch_add(&queue->batch, head, len, body, body_len, tally);
}

/* Injects a frame whose TX status is awaited. */
static void inject_tracked(struct queue *queue, struct flight_frame *frame,
			   struct tally *tally)
{
	inject(queue, &frame->rt, frame->body, frame->len, tally);
	packet_batch_set_cookie(&queue->batch, frame);
}

bool queue_enqueue(struct queue *queue, const struct downlink_frame *frame)
{
	if (queue->tracks_status && frame->ack)
		return flight_enqueue(&queue->flight, frame, clock_ms(),
				      queue->counters->drops);
	if (queue->flight.paused) {
		if (queue_keep(&queue->kept, frame))
			return true;
		counters_drop(queue->counters->drops, DROP_QUEUE_FULL, 1);
		return false;
	}
	inject(queue, &frame->rt, frame->body, frame->body_len,
	       &queue->counters->down);
	if (frame->ifindex)
		packet_batch_set_interface(&queue->batch, frame->ifindex);
	return true;
}

void queue_inject_now(struct queue *queue, const struct radiotap *rt,
		      uint8_t *body, size_t len)
{
	inject(queue, rt, body, len, &queue->counters->down);
	queue_flush(queue);
}

unsigned int queue_fail(struct queue *queue, const uint8_t *transmitter)
{
	return flight_fail_waiting(&queue->flight, transmitter) +
	       queue_kept_forget(&queue->kept, transmitter);
}

void queue_pause(struct queue *queue)
{
	queue_flush(queue);
	flight_pause(&queue->flight, true);
}

void queue_resume(struct queue *queue)
{
	struct queue_kept_frame *frame;

	flight_pause(&queue->flight, false);
	while ((frame = queue_kept_take(&queue->kept))) {
		inject(queue, &frame->rt, frame->body, frame->len,
		       &queue->counters->down);
		queue_flush(queue);
		free(frame);
	}
}

void queue_forget(struct queue *queue, const uint8_t *bssid)
{
	counters_drop(queue->counters->drops, DROP_NO_LEASE,
		      queue_kept_forget(&queue->kept, bssid));
}

unsigned int queue_backlog(struct queue *queue,
			   const struct downlink_frame *frame)
{
	return flight_backlog(&queue->flight, frame);
}

bool queue_enqueue_own(struct queue *queue, uint8_t *body, size_t len,
		       uint8_t tid, enum downlink_own own)
{
	const struct downlink_frame frame = {
		.rt = { .present = 1u << RADIOTAP_TX_FLAGS,
			.tx_flags = RADIOTAP_TX_NOSEQ },
		.ack = true,
		.body = body,
		.body_len = len,
		.bssid = ieee80211_addr2(body),
		.station = ieee80211_addr1(body),
		/* The priority of the frames that wait for it. */
		.priority = tid & IEEE80211_UP_MASK,
		.own = own,
		.own_tid = tid,
	};

	return queue_enqueue(queue, &frame);
}

bool queue_handle_status(struct queue *queue, struct uplink_frame *frame)
{
	const struct flight_echo echo = {
		.rt = &frame->rt,
		.frame = frame->frame,
		.len = frame->frame_len,
	};
	struct flight_frame *flown;
	bool forward;
	enum flight_verdict verdict = flight_handle_status(
		&queue->flight, &echo, clock_ms(), &flown);

	if (flown)
		tsf_learn(&queue->tsf, flown->body, flown->len, frame->frame,
			  frame->frame_len);
	switch (verdict) {
	case FLIGHT_RETRY:
		inject_tracked(queue, flown, &queue->counters->again);
		return false;
	case FLIGHT_RETRY_LATER:
		return false;
	case FLIGHT_DONE:
		forward = !flown->own;
		frame->own = !forward;
		frame->local = flown->local;
		if (flown->done.n || flown->local || flown->token)
			uplink_report_chain(frame, &flown->done, flown->token,
					    flown->body, flown->len);
		flight_remove(&queue->flight, flown);
		return forward;
	default:
		frame->unknown = true;
		return true;
	}
}

void queue_requeue(struct queue *queue, const uint8_t *bssid,
		   const uint8_t *station)
{
	queue_flush(queue);
	flight_requeue(&queue->flight, bssid, station, clock_ms());
}

void queue_note_other(struct queue *queue, const uint8_t *frame)
{
	other_wtps_add(&queue->flight.others, ieee80211_addr2(frame),
		       ieee80211_addr1(frame), clock_ms());
}

void queue_drain(struct queue *queue, const struct uplink_frame *frame)
{
	flight_drain(&queue->flight, ieee80211_addr1(frame->frame),
		     ieee80211_addr2(frame->frame),
		     clock_ms() + QUEUE_DRAIN_MS);
}

bool queue_next_failed(struct queue *queue, int vlan, struct uplink_frame *out)
{
	struct flight_frame *frame;
	bool own;

	/* Called for each received frame: does not read the clock then. */
	if (!queue->flight.draining && !queue->flight.failed.n)
		return false;
	queue_flush(queue);
	do {
		frame = flight_next_failed(&queue->flight, clock_ms());
		if (!frame)
			return false;
		own = frame->own != DOWNLINK_OWN_NONE;
		uplink_make_failed_status(out, frame->body, frame->len,
					  &frame->done, frame->token, vlan);
		flight_remove(&queue->flight, frame);
	} while (own);
	out->station = out->body = out->frame = NULL;
	return true;
}

void queue_charge_tx(struct queue *queue, const struct uplink_frame *frame,
		     uint64_t us)
{
	flight_charge_tx(&queue->flight, frame->frame, frame->frame_len, us,
			 clock_ms());
}

void queue_charge_rx(struct queue *queue, const struct uplink_frame *frame,
		     uint64_t us)
{
	flight_charge_rx(&queue->flight, frame->frame, frame->frame_len, us,
			 clock_ms());
}

static void count_codel_drops(struct queue *queue)
{
	counters_drop(queue->counters->drops, DROP_QUEUE_CODEL,
		      queue->flight.codel_drops);
	queue->flight.codel_drops = 0;
}

void queue_run(struct queue *queue)
{
	uint64_t deadline = queue_next_deadline(queue);
	struct flight_frame *frame;

	if (!queue->batch.n && deadline == FLIGHT_NEVER)
		return;
	if (deadline <= clock_ms()) {
		queue_flush(queue);
		flight_expire(&queue->flight, clock_ms(),
			      queue->counters->drops);
	}
	for (;;) {
		while ((frame = flight_dequeue(&queue->flight, clock_ms())))
			inject_tracked(queue, frame, &queue->counters->down);
		count_codel_drops(queue);
		if (!queue->batch.n)
			return;
		/* Frames that the kernel refuses make room for others. */
		flush(queue);
	}
}

uint64_t queue_next_deadline(const struct queue *queue)
{
	return flight_next_deadline(&queue->flight);
}
