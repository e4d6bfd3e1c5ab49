/* SPDX-License-Identifier: Apache-2.0 */
#include "duration.h"

#include "air_state.h"

bool duration_has_response(const struct exchange *x)
{
	return !x->mpdu[0]->no_ack &&
	       !addr_is_group(ieee80211_ra(x->mpdu[0]->data));
}

uint64_t duration_of_control(const struct exchange *x, size_t octets)
{
	struct phy_rate rate = phy_response(&x->stage->rate);

	return phy_airtime(&rate, octets, x->mpdu[0]->mhz);
}

uint64_t duration_of_data(const struct exchange *x)
{
	return phy_airtime(&x->stage->rate, x->octets, x->mpdu[0]->mhz);
}

size_t duration_response_octets(const struct exchange *x)
{
	return x->aggregate ? PHY_BLOCK_ACK_LEN : PHY_ACK_LEN;
}

uint64_t duration_after_data(const struct exchange *x)
{
	if (!duration_has_response(x))
		return 0;
	return phy_sifs(x->mpdu[0]->mhz) +
	       duration_of_control(x, duration_response_octets(x));
}

uint64_t duration_response_deadline(const struct air *air,
				    const struct exchange *x)
{
	return air->now + phy_sifs(x->mpdu[0]->mhz) + air->model.slot +
	       phy_start_delay(&x->stage->rate);
}

uint64_t duration_hidden(const struct exchange *x)
{
	switch (x->phase) {
	case PHASE_RTS: /* CTS or timeout follow */
		return phy_sifs(x->mpdu[0]->mhz);
	case PHASE_CTS_GAP:
		return duration_of_control(x, PHY_CTS_LEN);
	case PHASE_DATA_GAP:
		return duration_of_data(x);
	case PHASE_RESPONSE_GAP:
		return duration_of_control(x, duration_response_octets(x));
	case PHASE_IDLE:
	case PHASE_CTS: /* its loss may end the last try */
	case PHASE_DATA:
	case PHASE_RESPONSE:
	case PHASE_TIMEOUT:
		break;
	}
	return 0;
}

uint64_t duration_shortest(struct air_frame *frame)
{
	const struct air_stage *stage = air_frame_stage(frame);
	size_t octets = frame->len + PHY_FCS_LEN;
	struct phy_rate rate;

	if (!stage)
		return 0;
	if (!stage->rts) /* aggregation and CTS-to-self only add time */
		return phy_airtime(&stage->rate, octets, frame->mhz);
	rate = phy_response(&stage->rate);
	return phy_airtime(&rate, PHY_RTS_LEN, frame->mhz);
}
