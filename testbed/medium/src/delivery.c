/* SPDX-License-Identifier: Apache-2.0 */
#include "delivery.h"

#include "air_state.h"
#include "loss.h"
#include "reception.h"

bool delivery_of_data(struct air *air, struct exchange *x)
{
	const struct signal *signal = x->signal;
	bool answered = false, group;
	const uint8_t *ra = ieee80211_ra(x->mpdu[0]->data);
	double best = 0;

	group = addr_is_group(ra);
	x->responder = -1;
	for (unsigned j = 0; j < air->radios; j++) {
		struct air_reception reception = {
			.from = signal->from,
			.to = j,
			.mhz = signal->mhz,
			.rate = signal->rate,
			.at = air->now,
		};
		bool holds = air_holds(air, j, ra), any = false;
		double sinr;

		if (!holds && !group && !air->radio[j]->monitor)
			continue;
		if (!signal_locked(air, signal, j, &sinr))
			continue;
		reception.signal_dbm = loss_to_db(signal->power[j]);
		for (unsigned k = 0; k < x->mpdus; k++) {
			const struct air_frame *frame = x->mpdu[k];
			struct doze *doze = &air->radio[j]->doze;

			if (doze_misses(doze, frame->data, frame->len) ||
			    !signal_survives(air, &signal->rate,
					     frame->len + PHY_FCS_LEN, sinr) ||
			    !air->ops->deliver(air->arg, frame, &reception))
				continue;
			doze_heard(doze, frame->data, frame->len);
			any = true;
			if (holds)
				x->received[k] = true;
		}
		if (!any || !holds)
			continue;
		answered = true;
		if (x->responder < 0 || signal->power[j] > best) {
			x->responder = (int)j;
			best = signal->power[j];
		}
	}
	return answered;
}
