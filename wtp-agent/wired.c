/* SPDX-License-Identifier: Apache-2.0 */
#include "wired.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "agent_state.h"
#include "cloudmac_segment.h"

void wired_flush(struct agent *agent)
{
	struct wired *wired = &agent->wired;
	int err = packet_batch_flush(&wired->batch, wired->packet.tx_fd,
				     agent->counters.drops);

	if (!err)
		return;
	log_limited(LOG_LEVEL_WARN, "%s: cannot send a frame: %s",
		    agent->config.wired, strerror(err));
	/* The MTU has become smaller since the start. */
	if (err == EMSGSIZE)
		(void)netif_mtu(agent->config.wired, &wired->mtu);
}

static void make_room(struct agent *agent)
{
	if (packet_batch_is_full(&agent->wired.batch))
		wired_flush(agent);
}

/* Sends the content of a frame, its body, in segments. */
static void send_segments(struct agent *agent,
			  const struct uplink_frame *frame,
			  const struct cloudmac_segmentation *of,
			  struct tally *tally)
{
	uint8_t head[CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN +
		     CLOUDMAC_SEGMENT_HLEN];
	uint32_t frame_id = 0;

	/* Does not block: the kernel's generator is ready when a WTP serves.
	 */
	(void)!getrandom(&frame_id, sizeof(frame_id), GRND_NONBLOCK);
	memcpy(head, frame->head, frame->head_len);
	for (uint8_t i = 0; i < of->count; i++) {
		cloudmac_segment_pack(head + frame->head_len, of, i, frame_id);
		make_room(agent);
		packet_batch_add(&agent->wired.batch, head,
				 frame->head_len + CLOUDMAC_SEGMENT_HLEN,
				 frame->body + cloudmac_segment_offset(of, i),
				 cloudmac_segment_content(of, i), tally);
		if (i + 1 < of->count)
			packet_batch_set_part(&agent->wired.batch);
	}
}

void wired_send(struct agent *agent, const struct uplink_frame *frame,
		struct tally *tally)
{
	struct cloudmac_segmentation of;

	/* A TX status is short, and its head has more than Ethernet. */
	if (frame->tx_status || frame->body_len <= agent->wired.mtu) {
		make_room(agent);
		packet_batch_add(&agent->wired.batch, frame->head,
				 frame->head_len, frame->body, frame->body_len,
				 tally);
	} else if (cloudmac_segment_plan((uint32_t)frame->body_len,
					 agent->wired.mtu, &of)) {
		send_segments(agent, frame, &of, tally);
	} else {
		counters_drop(agent->counters.drops, DROP_MTU, 1);
	}
}
