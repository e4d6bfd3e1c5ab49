/* SPDX-License-Identifier: Apache-2.0 */
#include "vsta.h"

#include <string.h>

void vsta_init(struct vsta *vsta, const struct vsta_host *host)
{
	memset(vsta, 0, sizeof(*vsta));
	vsta->host = *host;
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

enum drop_reason vsta_message(struct vsta *vsta, const uint8_t *data,
			      size_t len)
{
	struct cloudmac_vsta_hello hello;
	struct cloudmac_frame frame;
	const struct lease *lease;
	const uint8_t *address;

	if (cloudmac_frame_parse(data, (uint32_t)len, CLOUDMAC_DOWNLINK,
				 &frame) ||
	    frame.tag.kind != CLOUDMAC_KIND_VSTA)
		return DROP_KIND;
	if (!cloudmac_vsta_type(&frame))
		return DROP_MESSAGE;
	address = ieee80211_addr2(frame.frame);
	lease = find_lease(vsta, address);
	if (!lease)
		return DROP_NO_LEASE;
	if (!cloudmac_vsta_hello_parse(&frame, &hello))
		return DROP_MESSAGE;
	guests_note_hello(&vsta->guests, address, lease->radio, &hello,
			  clock_ms());
	return DROP_NONE;
}

enum drop_reason vsta_downlink(struct vsta *vsta,
			       const struct downlink_frame *frame)
{
	const struct guest *guest = guests_find(&vsta->guests, frame->bssid);
	const struct cloudmac_vsta_hello *hello;

	if (!guest_filter_type(frame->body))
		return DROP_ROLE;
	hello = guest ? guest_hello(guest, clock_ms()) : NULL;
	if (!hello || !hello->frequency ||
	    hello->frequency != vsta->host.radios[guest->radio].frequency)
		return DROP_CHANNEL;
	if (guest_filter_needs_bssid(frame->body) &&
	    memcmp(hello->bssid, frame->station, ADDR_LEN))
		return DROP_ROLE;
	return DROP_NONE;
}

/* Returns true if the agent forwards frames of this transmitter, which may be
 * a new one. */
static bool admit(struct vsta *vsta, const struct uplink_frame *frame)
{
	return newcomers_admit(vsta->host.newcomers,
			       ieee80211_addr2(frame->frame), clock_ms());
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
	if (guest_filter_is_to(frame->frame, address) && admit(vsta, frame))
		send_copy(vsta, frame, address);
	return true;
}

/* Sends a frame to each virtual station that needs it. */
static bool send_to_bss(struct vsta *vsta, const struct radio *radio,
			const struct uplink_frame *frame)
{
	const uint8_t *bssid = ieee80211_addr2(frame->frame);
	uint64_t now_ms = clock_ms();
	bool sent = false;

	if (!guest_filter_is_to_bss(frame->frame))
		return false;
	for (size_t i = 0; i < vsta->guests.n; i++) {
		const struct guest *guest = &vsta->guests.entries[i];

		if (guest->radio != radio->index ||
		    !guest_has_bss(guest, bssid, now_ms))
			continue;
		if (!sent && !admit(vsta, frame))
			return false;
		send_copy(vsta, frame, guest->address);
		sent = true;
	}
	return sent;
}

enum vsta_use vsta_uplink(struct vsta *vsta, const struct radio *radio,
			  struct uplink_frame *frame)
{
	/* CTS and ACK name no transmitter. */
	if (cloudmac_80211_hdrlen(frame->frame, (uint32_t)frame->frame_len) <
		    16 ||
	    cloudmac_addr_is_group(ieee80211_addr2(frame->frame)) ||
	    cloudmac_addr_is_null(ieee80211_addr2(frame->frame)))
		return VSTA_UNUSED;
	if (send_unicast(vsta, radio, frame))
		return VSTA_TAKEN;
	return send_to_bss(vsta, radio, frame) ? VSTA_COPIED : VSTA_UNUSED;
}
