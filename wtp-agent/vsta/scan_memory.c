/* SPDX-License-Identifier: Apache-2.0 */
#include "scan_memory.h"

#include <string.h>

#include "scan_end.h"

static void send_content(struct vsta_radio *on, const struct guest *guest,
			 const struct bss_content *content)
{
	size_t rt_len = cloudmac_get_le16(content->octets + 2);
	const struct vsta_host *host = &on->vsta->host;
	struct uplink_frame frame = {
		.body = content->octets,
		.frame = bss_content_frame(content),
		.frame_len = content->len - rt_len,
	};

	radiotap_parse(content->octets, rt_len, &frame.rt);
	frame.signal = RADIOTAP_HAS(&frame.rt, RADIOTAP_SIGNAL)
			       ? frame.rt.signal
			       : CLOUDMAC_SIGNAL_UNKNOWN;
	uplink_wrap_guest(&frame, guest->address, host->vlan);
	host->ops->send(host->arg, &frame);
}

/* Sends what the radio received at 'mhz'. */
static void send_remembered(struct vsta_radio *on, const struct guest *guest,
			    unsigned int mhz)
{
	const struct bss_table *table = &on->vsta->bss;
	uint64_t now_ms = clock_ms();

	for (size_t i = 0; i < table->n; i++) {
		const struct bss *bss = &table->entries[i];

		for (int kind = 0; kind < BSS_FRAMES; kind++)
			if (bss_answers(bss, (enum bss_frame)kind,
					on->radio->index, mhz, now_ms))
				send_content(on, guest, &bss->frames[kind]);
	}
}

/* Returns true if memory has a frame for the virtual station of each BSS that
 * the radio heard at 'mhz'. Stations ignore probe responses to others. */
static bool is_complete_for(const struct vsta_radio *on,
			    const struct guest *guest, unsigned int mhz)
{
	const struct bss_table *table = &on->vsta->bss;
	uint64_t now_ms = clock_ms();

	for (size_t i = 0; i < table->n; i++) {
		const struct bss *bss = &table->entries[i];
		const struct bss_content *response =
			&bss->frames[BSS_PROBE_RESPONSE];

		if (bss_answers(bss, BSS_BEACON, on->radio->index, mhz,
				now_ms) ||
		    !bss_answers(bss, BSS_PROBE_RESPONSE, on->radio->index,
				 mhz, now_ms))
			continue;
		if (memcmp(ieee80211_addr1(bss_content_frame(response)),
			   guest->address, ADDR_LEN))
			return false;
	}
	return true;
}

/* Returns true if memory answers the frequency for the scan of 'guest'. */
static bool remembers(const struct vsta_radio *on, const struct guest *guest,
		      unsigned int mhz)
{
	return scan_visits_answer(&on->scanner.visits, &guest->scan.request,
				  guest->address, mhz, clock_ms(),
				  SCAN_MEMORY_MS) &&
	       is_complete_for(on, guest, mhz);
}

/* Returns when the next answer to the virtual station may be. */
static uint64_t next_answer_ms(const struct guest *guest)
{
	return guest->remembered_ms ? guest->remembered_ms + SCAN_MEMORY_GAP_MS
				    : 0;
}

static void await_answer(struct vsta_radio *on, struct guest *guest)
{
	struct loop_timer *timer = &on->scanner.memory_timer;
	uint64_t due_ms = next_answer_ms(guest);

	guest->scan.waits = true;
	if (!timer->armed || due_ms < timer->due_ms)
		loop_timer_start(on->vsta->host.loop, timer,
				 due_ms - clock_ms());
}

void scan_remember(struct vsta_radio *on, struct guest *guest)
{
	const struct cloudmac_vsta_scan *request = &guest->scan.request;
	const struct vsta_host *host = &on->vsta->host;
	uint64_t now_ms = clock_ms();
	bool may_answer = now_ms >= next_answer_ms(guest);

	guest->scan.waits = false;
	if (request->flags & CLOUDMAC_VSTA_FRESH)
		return;
	for (unsigned int i = 0; i < request->frequencies_n; i++) {
		unsigned int mhz = request->frequencies[i];

		if (!remembers(on, guest, mhz))
			continue;
		if (!may_answer) {
			await_answer(on, guest);
			return;
		}
		guest->remembered_ms = now_ms;
		send_remembered(on, guest, mhz);
		if (scan_finish(&guest->scan, mhz, SCAN_REMEMBERED))
			scan_end_later(on, guest);
	}
	host->ops->flush(host->arg);
}

/* Goes on with the scans that have waited long enough. */
static void on_memory_timer(void *arg)
{
	struct vsta_radio *on = arg;
	struct guests *guests = &on->vsta->guests;

	for (size_t i = 0; i < guests->n; i++) {
		struct guest *guest = &guests->entries[i];

		if (guest->radio == on->radio->index && guest->scan.waits)
			scan_remember(on, guest);
	}
	on->settle(on);
}

void scan_memory_init(struct vsta_radio *on)
{
	on->scanner.memory_timer =
		(struct loop_timer){ .handler = on_memory_timer, .arg = on };
}

void scan_memory_close(struct vsta_radio *on)
{
	loop_timer_stop(on->vsta->host.loop, &on->scanner.memory_timer);
}
