/* SPDX-License-Identifier: Apache-2.0 */
/* The air without kernel and clock: saturated senders and one receiver, for
 * comparison with analytic models. Prints JSON. */
#include <getopt.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "air.h"

#define MAX_SENDERS 64
#define QUEUED	    130 /* more than two A-MPDUs, less than AIR_QUEUE_MAX */
#define QOS_HLEN    26
#define TRIES	    7

struct sender {
	struct phy_rate rate;
	size_t octets;
	double x, y;
	unsigned mhz;	   /* 0: the common channel */
	unsigned receiver; /* radio */
	unsigned radio, seq;
	uint64_t next_cookie;
};

struct options {
	double seconds;
	uint64_t seed;
	unsigned mhz, aifsn, cw_min;
	bool aggregate, rts;
	const char *protected; /* the frames that set up the session */
	double noise_dbm, extra_db, slot_us;
	int8_t power_dbm[2]; /* of frames with even and odd numbers */
	bool hidden, nobody;
	bool every; /* run the air at each event, at the times of air_next() */
};

static bool deliver(void *arg, const struct air_frame *frame,
		    const struct air_reception *reception)
{
	(void)arg;
	(void)frame;
	(void)reception;
	return true;
}

static void status(void *arg, unsigned from, const struct air_frame *frame,
		   bool acked, double ack_dbm)
{
	(void)arg;
	(void)from;
	(void)frame;
	(void)acked;
	(void)ack_dbm;
}

static const struct air_ops ops = { deliver, status, NULL };

static void address(uint8_t *addr, unsigned n)
{
	memset(addr, 0, ADDR_LEN);
	addr[0] = 2;
	addr[5] = (uint8_t)n;
}

static void submit(struct air *air, struct sender *s, const struct options *o,
		   uint64_t now)
{
	uint8_t data[IEEE80211_MAX_LEN] = { 0x88, 0x01 };
	struct air_frame *frame;

	address(data + 4, s->receiver);
	address(data + 10, s->radio);
	address(data + 16, s->receiver);
	data[22] = (uint8_t)(s->seq << 4);
	data[23] = (uint8_t)(s->seq >> 4);
	s->seq = (s->seq + 1) & 0xfff;
	frame = air_frame_new(data, s->octets);
	if (!frame)
		abort();
	frame->cookie = s->next_cookie++;
	frame->mhz = s->mhz ? s->mhz : o->mhz;
	frame->may_aggregate = o->aggregate;
	frame->power_dbm = o->power_dbm[frame->cookie & 1];
	frame->stages_n = 1;
	frame->stages[0] = (struct air_stage){ .rate = s->rate,
					       .max = TRIES,
					       .rts = o->rts };
	air_submit(air, s->radio, now, frame);
}

/* Sends an action frame at a time, and gives it 20 ms. */
static void send_action(struct air *air, unsigned from, unsigned to,
			uint8_t *data, size_t len, uint64_t at,
			const struct options *o)
{
	struct air_frame *frame;

	data[0] = 0xd0;
	address(data + 4, to);
	address(data + 10, from);
	address(data + 16, from);
	frame = air_frame_new(data, len);
	if (!frame)
		abort();
	frame->mhz = o->mhz;
	frame->stages_n = 1;
	frame->stages[0] =
		(struct air_stage){ .rate = phy_legacy(60), .max = 7 };
	air_submit(air, from, at, frame);
	air_run(air, at + 20000 * PHY_US);
}

/* Begins a block-ack session by an ADDBA response to the sender. */
static void begin_session(struct air *air, const struct sender *s, uint64_t at,
			  const struct options *o)
{
	uint8_t data[33] = { 0 };

	data[24] = 3;
	data[25] = 1;
	data[29] = 0x02; /* immediate, TID 0, window 64 */
	data[30] = 64 << 6 >> 8;
	send_action(air, s->receiver, s->radio, data, sizeof(data), at, o);
}

/* Sends encrypted action frames: 'q' is of the length of an ADDBA request of
 * the sender, 'a' of a response of the receiver, 'd' of a DELBA of it. */
static void send_protected(struct air *air, const struct sender *s,
			   const struct options *o)
{
	uint64_t at = 0;

	for (const char *kind = o->protected; *kind; kind++) {
		uint8_t data[24 + 8 + 9 + 8] = { 0, 0x40 };
		size_t len = *kind == 'd' ? sizeof(data) - 3 : sizeof(data);

		if (*kind == 'q')
			send_action(air, s->radio, s->receiver, data, len, at,
				    o);
		else
			send_action(air, s->receiver, s->radio, data, len, at,
				    o);
		at += 20000 * PHY_US;
	}
}

/* Parses the power of all frames, or EVEN,ODD. */
static void parse_power(char *text, struct options *o)
{
	char *odd = strchr(text, ',');

	o->power_dbm[0] = (int8_t)strtol(text, NULL, 10);
	o->power_dbm[1] =
		odd ? (int8_t)strtol(odd + 1, NULL, 10) : o->power_dbm[0];
}

/* Parses HT MCS "htN" with "s" for the short guard interval and "w" for 40
 * MHz, or Mb/s with "s" for the short preamble. */
static bool parse_rate(const char *text, struct phy_rate *rate)
{
	char *end;
	double value;

	if (!strncmp(text, "ht", 2)) {
		*rate = (struct phy_rate){ .mode = PHY_HT,
					   .nss = 1,
					   .mhz = 20 };
		rate->value = (uint16_t)strtoul(text + 2, &end, 10);
		for (; *end; end++) {
			rate->short_gi |= *end == 's';
			if (*end == 'w')
				rate->mhz = 40;
		}
		return phy_rate_valid(rate);
	}
	value = strtod(text, &end);
	*rate = phy_legacy((uint16_t)lround(value * 10));
	rate->short_preamble = *end == 's';
	end += rate->short_preamble;
	return !*end && phy_rate_valid(rate);
}

/* Parses RATE,OCTETS,X,Y[,MHZ]. OCTETS is the length of an 802.11 frame
 * without FCS. */
static bool parse_sender(char *text, struct sender *s)
{
	char *rate = strtok(text, ","), *octets = strtok(NULL, ",");
	char *x = strtok(NULL, ","), *y = strtok(NULL, ",");
	char *mhz = strtok(NULL, ",");

	memset(s, 0, sizeof(*s));
	if (!rate || !octets || !x || !y || !parse_rate(rate, &s->rate))
		return false;
	s->octets = strtoul(octets, NULL, 10);
	s->x = strtod(x, NULL);
	s->y = strtod(y, NULL);
	s->mhz = mhz ? (unsigned)strtoul(mhz, NULL, 10) : 0;
	return s->octets >= QOS_HLEN && s->octets <= IEEE80211_MAX_LEN;
}

static unsigned add_radio(struct air *air, const char *name, bool holds)
{
	unsigned radio = (unsigned)air_add_radio(air, name, 20);
	uint8_t addr[ADDR_LEN];

	address(addr, radio);
	if (holds)
		air_hold(air, radio, addr, AIR_HOLD_CONFIGURED);
	return radio;
}

/* Adds the radios. A sender with its own channel has its own receiver there.
 */
static void set_up(struct air *air, struct sender *senders, unsigned n,
		   const struct options *o)
{
	unsigned common = add_radio(air, "receiver", !o->nobody);

	for (unsigned i = 0; i < n; i++) {
		struct sender *s = &senders[i];

		s->radio = add_radio(air, "sender", true);
		s->receiver =
			s->mhz ? add_radio(air, "receiver", true) : common;
		walk_jump(air_walk(air, s->radio), 0,
			  &(struct position){ s->x, s->y, 0 });
		if (o->aifsn)
			air_edca(air, s->radio, AC_BE)->aifsn =
				(uint8_t)o->aifsn;
		if (o->cw_min)
			air_edca(air, s->radio, AC_BE)->cw_min =
				(uint16_t)o->cw_min;
	}
	for (unsigned i = 0; o->hidden && i < n; i++)
		for (unsigned k = i + 1; k < n; k++)
			air_set_link(air, senders[i].radio, senders[k].radio,
				     INFINITY);
	for (unsigned i = 0; i < n; i++) {
		air_set_link(air, senders[i].radio, senders[i].receiver,
			     o->extra_db);
		if (o->protected)
			send_protected(air, &senders[i], o);
		else if (o->aggregate)
			begin_session(air, &senders[i], 0, o);
	}
}

static void run(struct air *air, struct sender *senders, unsigned n,
		const struct options *o, uint64_t begin)
{
	uint64_t end = begin + (uint64_t)(o->seconds * 1e9), now = begin;

	while (now < end) {
		for (unsigned i = 0; i < n; i++)
			while (air_queued(air, senders[i].radio) < QUEUED)
				submit(air, &senders[i], o, now);
		now = o->every ? air_next(air) : air_wake(air);
		air_run(air, now);
	}
}

static struct json_object *number(double value)
{
	return json_object_new_double(value);
}

static void report(struct air *air, const struct sender *senders, unsigned n,
		   const struct options *o)
{
	struct json_object *list = json_object_new_array();
	size_t accounts_n;
	const struct air_account *accounts = air_accounts(air, &accounts_n);

	for (unsigned i = 0; i < n; i++) {
		const struct air_counters *c =
			air_counters(air, senders[i].radio);
		struct json_object *entry = json_object_new_object();
		uint8_t ta[ADDR_LEN];

		address(ta, senders[i].radio);
		json_object_object_add(entry, "acked",
				       number((double)c->acked));
		json_object_object_add(entry, "failed",
				       number((double)c->failed));
		json_object_object_add(entry, "tries",
				       number((double)c->tries));
		json_object_object_add(entry, "frames_per_s",
				       number((double)c->acked / o->seconds));
		json_object_object_add(
			entry, "air",
			number((double)c->air_ns / 1e9 / o->seconds));
		for (size_t k = 0; k < accounts_n; k++)
			if (!memcmp(accounts[k].ta, ta, ADDR_LEN))
				json_object_object_add(
					entry, "airtime",
					number((double)accounts[k].tx_ns /
					       1e9 / o->seconds));
		json_object_array_add(list, entry);
	}
	puts(json_object_to_json_string(list));
	json_object_put(list);
}

static int usage(const char *program)
{
	fprintf(stderr,
		"usage: %s [--seconds S] [--seed N] [--mhz F] [--aifsn N] [--cw-min N] [--slot US]\n"
		"       [--aggregate] [--protected {q|a|d}...] [--rts] [--hidden] [--nobody] [--every] [--noise DBM] [--loss DB] [--power DBM[,DBM]] RATE,OCTETS,X,Y[,MHZ]...\n",
		program);
	return 2;
}

int main(int argc, char **argv)
{
	static const struct option long_options[] = {
		{ "seconds", required_argument, NULL, 's' },
		{ "seed", required_argument, NULL, 'r' },
		{ "mhz", required_argument, NULL, 'm' },
		{ "aifsn", required_argument, NULL, 'a' },
		{ "cw-min", required_argument, NULL, 'c' },
		{ "slot", required_argument, NULL, 'u' },
		{ "noise", required_argument, NULL, 'n' },
		{ "loss", required_argument, NULL, 'l' },
		{ "power", required_argument, NULL, 'p' },
		{ "aggregate", no_argument, NULL, 'g' },
		{ "protected", required_argument, NULL, 'x' },
		{ "rts", no_argument, NULL, 't' },
		{ "hidden", no_argument, NULL, 'h' },
		{ "nobody", no_argument, NULL, 'b' },
		{ "every", no_argument, NULL, 'e' },
		{ NULL, 0, NULL, 0 },
	};
	struct options o = {
		.seconds = 10,
		.seed = 1,
		.mhz = 2437,
		.noise_dbm = -95,
		.power_dbm = { AIR_POWER_OF_RADIO, AIR_POWER_OF_RADIO },
	};
	struct air_model model = air_model_default;
	struct sender senders[MAX_SENDERS];
	unsigned n = 0;
	struct air *air;
	int c;

	while ((c = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (c) {
		case 's':
			o.seconds = strtod(optarg, NULL);
			break;
		case 'r':
			o.seed = strtoull(optarg, NULL, 10);
			break;
		case 'm':
			o.mhz = (unsigned)strtoul(optarg, NULL, 10);
			break;
		case 'a':
			o.aifsn = (unsigned)strtoul(optarg, NULL, 10);
			break;
		case 'c':
			o.cw_min = (unsigned)strtoul(optarg, NULL, 10);
			break;
		case 'u':
			o.slot_us = strtod(optarg, NULL);
			break;
		case 'n':
			o.noise_dbm = strtod(optarg, NULL);
			break;
		case 'l':
			o.extra_db = strtod(optarg, NULL);
			break;
		case 'p':
			parse_power(optarg, &o);
			break;
		case 'g':
			o.aggregate = true;
			break;
		case 'x':
			o.protected = optarg;
			break;
		case 't':
			o.rts = true;
			break;
		case 'h':
			o.hidden = true;
			break;
		case 'b':
			o.nobody = true;
			break;
		case 'e':
			o.every = true;
			break;
		default:
			return usage(argv[0]);
		}
	}
	for (; optind < argc; optind++)
		if (n == MAX_SENDERS ||
		    !parse_sender(argv[optind], &senders[n++]))
			return usage(argv[0]);
	if (!n)
		return usage(argv[0]);
	model.noise_dbm = o.noise_dbm;
	if (o.slot_us > 0)
		model.slot = (uint64_t)(o.slot_us * PHY_US);
	air = air_new(&model, &ops, NULL, o.seed);
	if (!air)
		return 1;
	set_up(air, senders, n, &o);
	run(air, senders, n, &o, o.aggregate ? 200000 * PHY_US : 0);
	report(air, senders, n, &o);
	air_free(air);
	return 0;
}
