/* SPDX-License-Identifier: Apache-2.0 */
#include "vsta.h"

#include <string.h>

#include "channel.h"
#include "scanner.h"

static void settle(struct vsta_radio *on)
{
	channel_run(on);
	scanner_run(on);
}

/* What the visits of a frequency heard no longer answers scans. */
static void forget_visits(void *arg, unsigned int radio, unsigned int mhz)
{
	struct vsta *vsta = arg;
	struct scanner *scanner = &vsta->radios[radio].scanner;

	scan_visits_forget(&scanner->visits, mhz);
	if (scanner->visit.mhz == mhz)
		scanner->visit.is_incomplete = true;
}

void vsta_init(struct vsta *vsta, const struct vsta_host *host)
{
	memset(vsta, 0, sizeof(*vsta));
	vsta->host = *host;
	bss_watch_losses(&vsta->bss, forget_visits, vsta);
	/* Not that of another WTP, from which the virtual station comes. */
	vsta->number =
		(uint16_t)(hash_octets(0, host->radios[0].address, ADDR_LEN) %
			   IEEE80211_NUMBERS);
	for (size_t i = 0; i < host->radios_n; i++) {
		vsta->radios[i] = (struct vsta_radio){
			.vsta = vsta,
			.radio = &host->radios[i],
			.settle = settle,
		};
		scanner_init(&vsta->radios[i]);
		vsta->is_used |= radio_serves_stations(&host->radios[i]);
	}
}

void vsta_close(struct vsta *vsta)
{
	for (size_t i = 0; i < vsta->host.radios_n; i++)
		scanner_close(&vsta->radios[i]);
}

void vsta_destroy(struct vsta *vsta)
{
	bss_destroy(&vsta->bss);
}

void vsta_forget(struct vsta *vsta, const uint8_t *address)
{
	guests_forget(&vsta->guests, address);
}

static const struct lease *find_lease(const struct vsta *vsta,
				      const uint8_t *address)
{
	const struct lease *lease = lease_find(vsta->host.leases, address);

	return lease && lease->role == LEASE_STATION ? lease : NULL;
}

bool vsta_has(const struct vsta *vsta, const uint8_t *address)
{
	return find_lease(vsta, address) != NULL;
}

/* Handles a message of the virtual station 'guest'. */
static enum drop_reason handle_message(struct vsta *vsta, struct guest *guest,
				       const struct cloudmac_frame *frame)
{
	struct vsta_radio *on = &vsta->radios[guest->radio];
	struct cloudmac_vsta_hello hello;
	struct cloudmac_vsta_scan scan;

	bool is_hello = cloudmac_vsta_hello_parse(frame, &hello);

	if (!is_hello && !cloudmac_vsta_scan_parse(frame, &scan))
		return DROP_MESSAGE;
	if (!guest_take_token(guest, clock_ms()))
		return DROP_MESSAGE_RATE;
	if (is_hello) {
		guest_note_hello(guest, &hello, clock_ms());
		channel_run(on);
	} else {
		scanner_request(on, guest, &scan);
	}
	return DROP_NONE;
}

enum drop_reason vsta_message(struct vsta *vsta, const uint8_t *data,
			      size_t len)
{
	struct cloudmac_frame frame;
	const struct lease *lease;
	const uint8_t *address;
	struct guest *guest;

	if (cloudmac_frame_parse(data, (uint32_t)len, CLOUDMAC_DOWNLINK,
				 &frame) ||
	    frame.tag.kind != CLOUDMAC_KIND_VSTA)
		return DROP_KIND;
	if (!cloudmac_vsta_type(&frame))
		return DROP_MESSAGE;
	address = ieee80211_addr2(frame.frame);
	lease = find_lease(vsta, address);
	guest = lease ? guests_get(&vsta->guests, address, lease->radio)
		      : NULL;
	return guest ? handle_message(vsta, guest, &frame) : DROP_NO_LEASE;
}

/* Remembers the sequence number of a frame that no TID numbers. */
static void note_number(struct guest *guest,
			const struct downlink_frame *frame)
{
	const uint8_t *body = frame->body;

	if ((body[0] & IEEE80211_TYPE_MASK) != IEEE80211_TYPE_CONTROL &&
	    ieee80211_flow_tid(body, frame->body_len) == IEEE80211_NO_TID)
		guest->number =
			(uint16_t)(ieee80211_sequence_control(body) >> 4);
}

enum drop_reason vsta_downlink(struct vsta *vsta,
			       const struct downlink_frame *frame)
{
	struct guest *guest = guests_find(&vsta->guests, frame->bssid);
	enum arbiter_verdict verdict;
	struct vsta_radio *on;

	if (!guest_filter_type(frame->body))
		return DROP_ROLE;
	if (!guest)
		return DROP_CHANNEL;
	on = &vsta->radios[guest->radio];
	verdict = channel_judge(on, guest);
	if (verdict >= ARBITER_PINNED &&
	    guest_filter_is_auth(frame->body, frame->body_len) &&
	    guest_take_token(guest, clock_ms()))
		channel_refuse(on, guest, frame, verdict);
	if (verdict != ARBITER_ON && verdict != ARBITER_WAIT)
		return DROP_CHANNEL;
	if (!guest_filter_receiver(frame->body, frame->body_len,
				   guest->hello.bssid))
		return DROP_ROLE;
	note_number(guest, frame);
	return DROP_NONE;
}

bool vsta_status(struct vsta *vsta, const struct radio *radio,
		 const struct uplink_frame *frame)
{
	return radio_serves_stations(radio) &&
	       scanner_status(&vsta->radios[radio->index], frame);
}

void vsta_run(struct vsta *vsta, const struct radio *radio)
{
	if (radio_serves_stations(radio))
		scanner_run(&vsta->radios[radio->index]);
}

/* Returns true if the agent forwards frames of this transmitter, which may be
 * a new one. In a flood of those, access points that the radio knows are none.
 */
static bool admit(struct vsta *vsta, const struct radio *radio,
		  const struct uplink_frame *frame)
{
	const uint8_t *transmitter = ieee80211_addr2(frame->frame);
	uint64_t now_ms = clock_ms();

	if (bss_is_established(&vsta->bss, transmitter, radio->index,
			       now_ms) ||
	    newcomers_admit(vsta->host.newcomers, transmitter, now_ms))
		return true;
	counters_drop(vsta->host.drops, DROP_NEWCOMERS, 1);
	return false;
}

/* Returns the channel that the frame was received on. */
static unsigned int channel_of(const struct radio *radio,
			       const struct uplink_frame *frame)
{
	unsigned int mhz = radiotap_channel(
		frame->body, (size_t)(frame->frame - frame->body));

	return mhz ? mhz : radio->frequency;
}

/* Sets what the virtual stations of the radio want of a BSS. */
static void set_interest(const struct vsta *vsta, const uint8_t *frame,
			 size_t len, struct bss_heard *heard)
{
	uint64_t now_ms = clock_ms();
	struct cloudmac_ssid ssid;

	bss_ssid(frame, len, &ssid);
	for (size_t i = 0; i < vsta->guests.n; i++) {
		const struct guest *guest = &vsta->guests.entries[i];

		if (guest->radio != heard->radio)
			continue;
		heard->joined |= guest_has_bss(guest, heard->bssid, now_ms);
		heard->asked |= guest_asks_for(guest, &ssid, now_ms);
	}
}

/* Remembers a beacon or probe response. */
static void note_bss(struct vsta *vsta, const struct radio *radio,
		     const struct uplink_frame *frame, unsigned int mhz)
{
	struct bss_heard heard = {
		.bssid = ieee80211_addr2(frame->frame),
		.radio = radio->index,
		.mhz = bss_frequency(frame->frame, frame->frame_len, mhz),
		.signal = frame->signal,
		.kind = ieee80211_is_beacon(frame->frame) ? BSS_BEACON
							  : BSS_PROBE_RESPONSE,
		.octets = frame->body,
		.len = (size_t)(frame->frame - frame->body) + frame->frame_len,
	};

	if (memcmp(heard.bssid, ieee80211_addr3(frame->frame), ADDR_LEN))
		return;
	set_interest(vsta, frame->frame, frame->frame_len, &heard);
	bss_note(&vsta->bss, &heard, clock_ms());
}

static void send_copy(struct vsta *vsta, const struct uplink_frame *frame,
		      const uint8_t *guest)
{
	struct uplink_frame copy = *frame;

	uplink_wrap_guest(&copy, guest, vsta->host.vlan);
	vsta->host.ops->send(vsta->host.arg, &copy);
}

/* Sends a unicast frame to the virtual station that its receiver is. */
static bool send_unicast(struct vsta *vsta, const struct radio *radio,
			 struct uplink_frame *frame)
{
	const uint8_t *address = ieee80211_addr1(frame->frame);
	const struct lease *lease = find_lease(vsta, address);

	if (!lease || lease->radio != radio->index)
		return false;
	frame->station = ieee80211_addr2(frame->frame);
	if (guest_filter_is_to(frame->frame, address) &&
	    admit(vsta, radio, frame))
		send_copy(vsta, frame, address);
	return true;
}

/* Returns true if the virtual station needs a frame that is not to itself. */
static bool needs(const struct guest *guest, const uint8_t *frame,
		  uint64_t now_ms)
{
	if (guest->scan.runs && guest_filter_is_scanned(frame))
		return true;
	return guest_filter_is_to_bss(frame) &&
	       guest_has_bss(guest, ieee80211_addr2(frame), now_ms);
}

/* Sends a frame to each virtual station that needs it. Returns true if there
 * is one. */
static bool send_copies(struct vsta *vsta, const struct radio *radio,
			const struct uplink_frame *frame)
{
	uint64_t now_ms = clock_ms();
	bool admitted = false;

	for (size_t i = 0; i < vsta->guests.n; i++) {
		const struct guest *guest = &vsta->guests.entries[i];

		if (guest->radio != radio->index ||
		    !needs(guest, frame->frame, now_ms))
			continue;
		if (!admitted && !admit(vsta, radio, frame))
			return true;
		admitted = true;
		send_copy(vsta, frame, guest->address);
	}
	return admitted;
}

enum vsta_use vsta_uplink(struct vsta *vsta, const struct radio *radio,
			  struct uplink_frame *frame)
{
	unsigned int mhz;
	bool copied;

	/* CTS and ACK name no transmitter. */
	if (cloudmac_80211_hdrlen(frame->frame, (uint32_t)frame->frame_len) <
		    16 ||
	    cloudmac_addr_is_group(ieee80211_addr2(frame->frame)) ||
	    cloudmac_addr_is_null(ieee80211_addr2(frame->frame)))
		return VSTA_UNUSED;
	mhz = channel_of(radio, frame);
	if (guest_filter_is_scanned(frame->frame))
		note_bss(vsta, radio, frame, mhz);
	if (send_unicast(vsta, radio, frame))
		return VSTA_TAKEN;
	copied = send_copies(vsta, radio, frame);
	/* Of a visited channel, where no VAP is. */
	if (mhz != radio->frequency)
		return VSTA_TAKEN;
	return copied ? VSTA_COPIED : VSTA_UNUSED;
}
