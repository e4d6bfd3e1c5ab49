/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "status.h"
#include "words.h"

#define FAR	  1e6 /* m */
#define SPEED_MAX 1000.
#define DB_MAX	  300.

/* The arguments of a 'radio' command. */
struct new_radio {
	const char *name;
	uint8_t hardware[ADDR_LEN];
	struct position at;
	double power_dbm, phy;
	const char *netns;
	bool monitor;
};

static bool radio_options(struct words *call, struct new_radio *new)
{
	while (call->at < call->n) {
		if (words_skip(call, "at")) {
			if (!words_position(call, &new->at))
				return false;
		} else if (words_skip(call, "power")) {
			if (!words_number(call, "the power", -100, 100,
					  &new->power_dbm))
				return false;
		} else if (words_skip(call, "phy")) {
			if (!words_number(call, "the phy", 0, 1e6, &new->phy))
				return false;
		} else if (words_skip(call, "netns")) {
			new->netns = words_next(call);
			if (!new->netns ||
			    strlen(new->netns) >= NETNS_NAME_MAX ||
			    strchr(new->netns, '/'))
				return words_fail(
					call,
					"the namespace's name is missing, too long or has a slash");
		} else if (words_skip(call, "monitor")) {
			new->monitor = true;
		} else {
			return words_end(call);
		}
	}
	return true;
}

static bool do_radio(struct words *call)
{
	struct medium *medium = call->medium;
	struct new_radio new = { .power_dbm = 20, .phy = NO_PHY, .netns = "" };
	int which;

	new.name = words_next(call);
	if (!new.name || strlen(new.name) >= AIR_NAME_MAX)
		return words_fail(call,
				  "a radio's name has 1 to %d characters",
				  AIR_NAME_MAX - 1);
	if (air_find(medium->air, new.name) >= 0)
		return words_fail(call, "there is a radio '%s' already",
				  new.name);
	if (!words_address(call, new.hardware) || !radio_options(call, &new))
		return false;
	which = medium_radio(medium, new.hardware);
	if (which >= 0)
		return words_fail(call, "radio '%s' has that address",
				  air_name(medium->air, (unsigned)which));
	which = medium_add(medium, new.name, new.hardware);
	if (which < 0)
		return words_fail(call, "there are %d radios already",
				  AIR_MAX_RADIOS);
	medium->stations[which].phy = (int)new.phy;
	strcpy(medium->stations[which].netns, new.netns);
	air_set_power(medium->air, (unsigned)which, new.power_dbm);
	air_set_monitor(medium->air, (unsigned)which, new.monitor);
	walk_jump(air_walk(medium->air, (unsigned)which), medium_now(medium),
		  &new.at);
	if (call->holders && new.phy >= 0 &&
	    !holders_watch(call->holders, new.netns))
		return words_fail(call,
				  "the interfaces of '%s' cannot be watched",
				  new.name);
	return true;
}

static bool do_move(struct words *call)
{
	uint64_t now = medium_now(call->medium);
	struct leg leg = { 0 };
	double pause = 0;
	struct walk *walk;
	unsigned which;
	bool then;

	if (!words_radio(call, &which))
		return false;
	then = words_skip(call, "then");
	if (!words_position(call, &leg.to) ||
	    (words_skip(call, "speed") &&
	     !words_number(call, "the speed", 0.001, SPEED_MAX, &leg.speed)) ||
	    (words_skip(call, "after") &&
	     !words_number(call, "the rest before", 0, 1e6, &pause)) ||
	    !words_end(call))
		return false;
	leg.pause = (uint64_t)(pause * 1e9);
	walk = air_walk(call->medium->air, which);
	if (!then)
		walk_stop(walk, now);
	if (!walk_add(walk, now, &leg))
		return words_fail(call, "out of memory");
	return true;
}

static bool do_wander(struct words *call)
{
	struct medium *medium = call->medium;
	struct wander wander = { 0 };
	unsigned which;

	if (!words_radio(call, &which) ||
	    !words_number(call, "the least x", -FAR, FAR, &wander.low.x) ||
	    !words_number(call, "the least y", -FAR, FAR, &wander.low.y) ||
	    !words_number(call, "the largest x", wander.low.x, FAR,
			  &wander.high.x) ||
	    !words_number(call, "the largest y", wander.low.y, FAR,
			  &wander.high.y) ||
	    !words_number(call, "the lowest speed", 0.001, SPEED_MAX,
			  &wander.slowest) ||
	    !words_number(call, "the highest speed", wander.slowest, SPEED_MAX,
			  &wander.fastest) ||
	    !words_end(call))
		return false;
	if (wander.low.x >= wander.high.x && wander.low.y >= wander.high.y)
		return words_fail(call, "the area is empty");
	random_seed(&wander.random, medium->seed * AIR_MAX_RADIOS + which);
	walk_wander(air_walk(medium->air, which), medium_now(medium), &wander);
	return true;
}

static bool do_link(struct words *call)
{
	double loss = 0;
	unsigned a, b;

	if (!words_radio(call, &a) || !words_radio(call, &b))
		return false;
	if (a == b)
		return words_fail(call, "a link needs two different radios");
	if (words_skip(call, "cut"))
		loss = INFINITY;
	else if (!words_skip(call, "clear") &&
		 !words_number(call, "the loss in dB", -DB_MAX, DB_MAX, &loss))
		return false;
	if (!words_end(call))
		return false;
	air_set_link(call->medium->air, a, b, loss);
	return true;
}

static bool do_power(struct words *call)
{
	unsigned which;
	double dbm;

	if (!words_radio(call, &which) ||
	    !words_number(call, "the power", -100, 100, &dbm) ||
	    !words_end(call))
		return false;
	air_set_power(call->medium->air, which, dbm);
	return true;
}

static bool do_hold(struct words *call)
{
	uint8_t addr[ADDR_LEN];
	unsigned which;
	bool release;

	if (!words_radio(call, &which) || !words_address(call, addr))
		return false;
	release = words_skip(call, "off");
	if (!words_end(call))
		return false;
	if (release)
		air_release(call->medium->air, which, addr,
			    AIR_HOLD_CONFIGURED);
	else if (!air_hold(call->medium->air, which, addr,
			   AIR_HOLD_CONFIGURED))
		return words_fail(call, "out of memory");
	return true;
}

static bool do_model(struct words *call)
{
	struct air_model *now = air_model(call->medium->air), model = *now;
	double slot;

	while (call->at < call->n) {
		if (words_skip(call, "exponent")) {
			if (!words_number(call, "the exponent", 1, 10,
					  &model.path.exponent))
				return false;
		} else if (words_skip(call, "noise")) {
			if (!words_number(call, "the noise", -200, 0,
					  &model.noise_dbm))
				return false;
		} else if (words_skip(call, "sense")) {
			if (!words_number(call, "the sensitivity", -200, 0,
					  &model.carrier_sense_dbm))
				return false;
		} else if (words_skip(call, "capture")) {
			if (!words_number(call, "the capture threshold", 0,
					  100, &model.capture_db))
				return false;
		} else if (words_skip(call, "shadowing")) {
			if (!words_number(call, "the shadowing", 0, 30,
					  &model.shadowing_db))
				return false;
		} else if (words_skip(call, "slot")) {
			if (!words_number(call, "the slot", 1, 100, &slot))
				return false;
			model.slot = (uint64_t)(slot * PHY_US);
		} else {
			return words_end(call);
		}
	}
	if (model.shadowing_db != now->shadowing_db &&
	    air_radios(call->medium->air))
		return words_fail(
			call, "shadowing must be set before the first radio");
	*now = model;
	return true;
}

static bool do_edca(struct words *call)
{
	static const char *const names[AC_N] = { "bk", "be", "vi", "vo" };
	double aifsn, cw_min, cw_max, txop;
	struct air_edca *edca;
	unsigned which;
	int ac = 0;

	if (!words_radio(call, &which))
		return false;
	while (ac < AC_N && !words_skip(call, names[ac]))
		ac++;
	if (ac == AC_N)
		return words_fail(
			call, "the access category must be bk, be, vi or vo");
	if (!words_number(call, "AIFSN", 1, 15, &aifsn) ||
	    !words_number(call, "the least window", 0, 32767, &cw_min) ||
	    !words_number(call, "the largest window", cw_min, 32767,
			  &cw_max) ||
	    !words_number(call, "the opportunity in us", 0, 65535 * 32.,
			  &txop) ||
	    !words_end(call))
		return false;
	edca = air_edca(call->medium->air, which, (enum ac)ac);
	edca->aifsn = (uint8_t)aifsn;
	edca->cw_min = (uint16_t)cw_min;
	edca->cw_max = (uint16_t)cw_max;
	edca->txop = (uint64_t)(txop * PHY_US);
	return true;
}

static bool do_trace(struct words *call)
{
	const char *path = words_next(call);
	struct trace *new = NULL;

	if (!path || !words_end(call))
		return path ? false
			    : words_fail(call, "the file's name is missing");
	if (strcmp(path, "off") != 0) {
		new = trace_open(path);
		if (!new)
			return words_fail(call, "%s: %s", path,
					  strerror(errno));
	}
	if (!trace_close(call->medium->trace)) {
		call->medium->trace = new;
		return words_fail(
			call,
			"the previous trace is incomplete: a write failed");
	}
	call->medium->trace = new;
	return true;
}

static bool do_status(struct words *call)
{
	if (!words_end(call))
		return false;
	call->reply = status_json(call->medium);
	return true;
}

static bool do_airtime(struct words *call)
{
	bool reset = words_skip(call, "reset");

	if (!words_end(call))
		return false;
	call->reply = status_airtime_json(call->medium);
	if (reset)
		air_forget_accounts(call->medium->air);
	return true;
}

static const struct {
	const char *word;
	bool (*run)(struct words *call);
} commands[] = {
	{ "radio", do_radio },	   { "move", do_move },
	{ "wander", do_wander },   { "link", do_link },
	{ "power", do_power },	   { "hold", do_hold },
	{ "model", do_model },	   { "edca", do_edca },
	{ "trace", do_trace },	   { "status", do_status },
	{ "airtime", do_airtime },
};

bool commands_run(struct medium *medium, struct holders *holders, char *line,
		  char **reply)
{
	struct words call = { .medium = medium, .holders = holders };
	const char *word;
	bool good = words_split(&call, line);

	word = good ? words_next(&call) : NULL;
	for (size_t i = 0; word; i++) {
		if (i == sizeof(commands) / sizeof(commands[0])) {
			good = words_fail(&call, "there is no command '%s'",
					  word);
			break;
		}
		if (!strcmp(commands[i].word, word)) {
			/* The command takes effect now. */
			air_run(medium->air, medium_now(medium));
			good = commands[i].run(&call);
			break;
		}
	}
	*reply = call.reply ? call.reply : strdup("ok");
	return good;
}

bool commands_file(struct medium *medium, struct holders *holders,
		   const char *path)
{
	FILE *file = fopen(path, "r");
	char *line = NULL, *reply = NULL;
	bool good = true;
	size_t room = 0;

	if (!file) {
		fprintf(stderr, "medium: %s: %s\n", path, strerror(errno));
		return false;
	}
	for (unsigned n = 1; good && getline(&line, &room, file) >= 0; n++) {
		good = commands_run(medium, holders, line, &reply);
		if (!good)
			fprintf(stderr, "medium: %s: line %u: %s\n", path, n,
				reply);
		free(reply);
	}
	free(line);
	fclose(file);
	return good;
}
