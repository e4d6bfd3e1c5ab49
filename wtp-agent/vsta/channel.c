/* SPDX-License-Identifier: Apache-2.0 */
#include "channel.h"

#include <string.h>

#include "guest_frames.h"
#include "scanner.h"

static struct arbiter_radio describe(const struct vsta_radio *on)
{
	return (struct arbiter_radio){
		.index = on->radio->index,
		.mhz = on->radio->frequency,
		.target = on->target,
		.pinned = on->radio->config->stations != STATIONS_FREE,
	};
}

enum arbiter_verdict channel_judge(const struct vsta_radio *on,
				   const struct guest *guest)
{
	const struct arbiter_radio radio = describe(on);

	return arbiter_judge(&on->vsta->guests, guest, &radio, clock_ms());
}

/* The frames that waited for the move do not go out on another channel. */
static void drop_waiting(struct vsta_radio *on, unsigned int mhz)
{
	const struct guests *guests = &on->vsta->guests;

	for (size_t i = 0; i < guests->n; i++) {
		const struct guest *guest = &guests->entries[i];

		if (guest->radio == on->radio->index &&
		    guest->denied_mhz == mhz)
			counters_drop(
				on->vsta->host.drops, DROP_CHANNEL,
				queue_fail(&on->radio->queue, guest->address));
	}
}

static void on_moved(void *arg, const struct radio_result *result)
{
	struct vsta_radio *on = arg;
	unsigned int mhz = on->target;
	char text[REGULATORY_TEXT_MAX];
	const char *phy = on->radio->config->phy;

	on->target = 0;
	if (result->err) {
		log_limited(
			LOG_LEVEL_WARN,
			"%s: cannot move to %u MHz, which a virtual "
			"station needs: %s",
			phy, mhz,
			result->ruling.verdict != REGULATORY_ALLOWED
				? regulatory_text(&result->ruling, phy, text)
				: strerror(result->err));
		arbiter_deny(&on->vsta->guests, on->radio->index, mhz);
		drop_waiting(on, mhz);
	} else {
		log_info("%s: %u MHz, as a virtual station needs it", phy,
			 mhz);
	}
	on->settle(on);
}

void channel_run(struct vsta_radio *on)
{
	const struct arbiter_radio radio = describe(on);
	unsigned int mhz;

	if (on->target || on->scanner.state == SCANNER_CLOSED)
		return;
	mhz = arbiter_target(&on->vsta->guests, &radio, clock_ms());
	if (!mhz) {
		vsta_unpause(on, VSTA_PAUSE_CHANNEL);
		return;
	}
	vsta_pause(on, VSTA_PAUSE_CHANNEL);
	if (scanner_is_away(on))
		return;
	on->target = mhz;
	radio_request_channel(on->radio, mhz, CONFIG_POWER_AUTO, on_moved, on);
}

void channel_refuse(struct vsta_radio *on, const struct guest *guest,
		    const struct downlink_frame *auth,
		    enum arbiter_verdict verdict)
{
	uint16_t status = verdict == ARBITER_BUSY ? ARBITER_STATUS_BUSY
						  : ARBITER_STATUS_PINNED;
	const struct cloudmac_tag tag = {
		.level = CLOUDMAC_SIGNAL_UNKNOWN,
		.priority = 7,
		.kind = CLOUDMAC_KIND_FRAME,
		.vap = cloudmac_vap_id(guest->address),
	};
	const struct vsta_host *host = &on->vsta->host;
	uint8_t content[GUEST_REFUSAL_LEN];
	struct uplink_frame frame;
	char text[ADDR_TEXTLEN];
	size_t len;

	if (cloudmac_addr_is_group(auth->station) ||
	    cloudmac_addr_is_null(auth->station))
		return;
	on->vsta->number =
		(uint16_t)((on->vsta->number + 1) % IEEE80211_NUMBERS);
	len = guest_frame_make_refusal(content, auth->body, status,
				       guest->hello.frequency,
				       on->vsta->number);
	uplink_make(&frame, auth->station, &tag, content, len, host->vlan);
	host->ops->send(host->arg, &frame);
	log_limited(LOG_LEVEL_INFO,
		    "%s: virtual station %s refused: it needs %u MHz, %s",
		    on->radio->config->phy, addr_format(guest->address, text),
		    guest->hello.frequency,
		    verdict == ARBITER_BUSY ? "and others hold the channel"
					    : "where the radio cannot go");
}
