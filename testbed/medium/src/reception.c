/* SPDX-License-Identifier: Apache-2.0 */
/* A receiver follows the first preamble that it notices. It changes to a later
 * one that is 'capture_db' stronger. The other signals interfere: their
 * largest sum at any time counts for the whole frame. */
#include "reception.h"

#include <math.h>
#include <stdlib.h>

#include "air_state.h"
#include "loss.h"

static bool same_channel(unsigned a, unsigned b)
{
	return a == b;
}

/* Sets the power in mW of a signal at each radio. */
static void set_powers(struct air *air, struct signal *signal)
{
	for (unsigned j = 0; j < air->radios; j++)
		signal->power[j] =
			j == signal->from
				? 0
				: loss_from_db(air_signal(air, signal->from, j,
							  signal->mhz) -
					       signal->less_db);
}

/* Returns the present sum in mW of all other signals at a radio. */
static double sum_of_others(const struct air *air, const struct signal *signal,
			    unsigned radio)
{
	double sum = 0;

	for (const struct signal *s = air->signals; s; s = s->next)
		if (s != signal && s->end > air->now &&
		    same_channel(s->mhz, signal->mhz))
			sum += s->power[radio];
	return sum;
}

/* Updates the interference of all signals on the channel of a new one. */
static void update_interference(struct air *air, struct signal *new)
{
	for (struct signal *s = air->signals; s; s = s->next) {
		if (s->end <= air->now || !same_channel(s->mhz, new->mhz))
			continue;
		for (unsigned j = 0; j < air->radios; j++)
			s->interference[j] = fmax(s->interference[j],
						  sum_of_others(air, s, j));
	}
}

static bool noticed(const struct air *air, const struct signal *signal,
		    unsigned j)
{
	return signal->power[j] >= loss_from_db(air->model.carrier_sense_dbm);
}

static bool sensed(const struct air *air, const struct signal *signal,
		   unsigned j)
{
	return noticed(air, signal, j) ||
	       signal->power[j] >= loss_from_db(air->model.energy_detect_dbm);
}

/* Returns the signal on a channel that radio 'j' follows, or NULL. Only the
 * kernel knows the channel of a receiver, so a radio can follow one signal on
 * each. */
static struct signal *followed(struct air *air, unsigned mhz, unsigned j)
{
	struct signal *s = air->signals;

	while (s && !(same_channel(s->mhz, mhz) && s->follows[j]))
		s = s->next;
	return s;
}

/* Updates the carrier sense of a radio, and the signal that it follows. */
static void notice(struct air *air, struct signal *signal, unsigned j)
{
	struct radio *radio = air->radio[j];
	struct signal *before;

	if (same_channel(radio->mhz, signal->mhz) && sensed(air, signal, j)) {
		contend_busy(air, radio, air->now);
		radio->busy_until = later(radio->busy_until, signal->end);
	}
	if (!noticed(air, signal, j) || radio->sends_until > air->now)
		return;
	before = followed(air, signal->mhz, j);
	if (before &&
	    signal->power[j] <
		    before->power[j] * loss_from_db(air->model.capture_db))
		return;
	if (before)
		before->follows[j] = false;
	signal->follows[j] = true;
}

void reception_tune(struct air *air, unsigned j, unsigned mhz)
{
	struct radio *radio = air->radio[j];

	radio->mhz = mhz;
	radio->busy_until = 0;
	radio->nav_until = 0;
	radio->extra_until = 0;
	for (const struct signal *s = air->signals; s; s = s->next)
		if (same_channel(s->mhz, mhz) && s->from != j &&
		    sensed(air, s, j))
			radio->busy_until = later(radio->busy_until, s->end);
}

struct signal *signal_start(struct air *air, enum air_kind kind, unsigned from,
			    unsigned mhz, const struct phy_rate *rate,
			    double less_db, uint64_t duration)
{
	struct radio *sender = air->radio[from];
	/* There is room for radios that are added during the signal: they do
	 * not receive it. */
	struct signal *signal =
		calloc(1, sizeof(*signal) +
				  AIR_MAX_RADIOS * (2 * sizeof(double) + 1));

	if (!signal)
		abort();
	signal->power = (double *)(signal + 1);
	signal->interference = signal->power + AIR_MAX_RADIOS;
	signal->follows = (bool *)(signal->interference + AIR_MAX_RADIOS);
	signal->kind = kind;
	signal->from = from;
	signal->initiator = from;
	signal->mhz = mhz;
	signal->rate = *rate;
	signal->less_db = less_db;
	signal->start = air->now;
	signal->end = air->now + duration;
	set_powers(air, signal);
	signal->next = air->signals;
	air->signals = signal;
	update_interference(air, signal);

	contend_busy(air, sender, air->now);
	sender->sends_until = later(sender->sends_until, signal->end);
	for (struct signal *s = air->signals; s; s = s->next)
		s->follows[from] = false; /* one antenna */
	for (unsigned j = 0; j < air->radios; j++)
		if (j != from)
			notice(air, signal, j);
	return signal;
}

bool signal_locked(const struct air *air, const struct signal *signal,
		   unsigned radio, double *sinr)
{
	double noise =
		loss_from_db(air->model.noise_dbm) * signal->rate.mhz / 20.;

	if (!signal->follows[radio])
		return false;
	*sinr = signal->power[radio] / (noise + signal->interference[radio]);
	return true;
}

bool signal_survives(struct air *air, const struct phy_rate *rate,
		     size_t octets, double sinr)
{
	return random_unit(&air->random) >= loss_frame(rate, octets, sinr);
}

/* Sets the NAV of a radio that received the frame, or else EIFS: the time of
 * an acknowledgement at the lowest rate. */
static void reserve(struct air *air, struct signal *signal, unsigned j,
		    size_t octets, uint64_t nav, bool is_receiver)
{
	struct phy_rate lowest = phy_lowest(&signal->rate);
	struct radio *radio = air->radio[j];
	double sinr;

	if (signal_locked(air, signal, j, &sinr) &&
	    signal_survives(air, &signal->rate, octets, sinr)) {
		radio->extra_until = 0;
		if (!is_receiver)
			radio->nav_until =
				later(radio->nav_until, signal->end + nav);
	} else if (signal->power[j] >=
		   loss_from_db(air->model.carrier_sense_dbm)) {
		radio->extra_until =
			later(radio->extra_until,
			      signal->end + phy_sifs(signal->mhz) +
				      phy_airtime(&lowest, PHY_ACK_LEN,
						  signal->mhz));
	}
}

void signal_end(struct air *air, struct signal *signal, size_t octets,
		uint64_t nav, int for_radio)
{
	struct signal **link = &air->signals;

	for (unsigned j = 0; j < air->radios; j++)
		if (j != signal->from &&
		    same_channel(air->radio[j]->mhz, signal->mhz))
			reserve(air, signal, j, octets, nav,
				(int)j == for_radio);
	while (*link != signal)
		link = &(*link)->next;
	*link = signal->next;
	free(signal);
}

void signals_free(struct air *air)
{
	while (air->signals) {
		struct signal *next = air->signals->next;

		free(air->signals);
		air->signals = next;
	}
}
