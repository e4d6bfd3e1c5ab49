/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "status.h"

#define WORDS_MAX 24
#define FAR	  1e6 /* m */
#define SPEED_MAX 1000.
#define DB_MAX	  300.

/* A command's words and what became of it. */
struct call {
	struct medium *medium;
	struct holders *holders;
	char *words[WORDS_MAX];
	unsigned n, at;
	char *reply;
};

static bool fail(struct call *call, const char *format, ...)
{
	va_list args;
	char text[200];

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	free(call->reply);
	if (asprintf(&call->reply, "error: %s", text) < 0)
		abort();
	return false;
}

static const char *next(struct call *call)
{
	return call->at < call->n ? call->words[call->at++] : NULL;
}

/* Take the next word if it is 'word'. */
static bool have(struct call *call, const char *word)
{
	if (call->at == call->n || strcmp(call->words[call->at], word) != 0)
		return false;
	call->at++;
	return true;
}

static bool number(struct call *call, const char *what, double low,
		   double high, double *value)
{
	const char *word = next(call);
	char *end;

	if (!word)
		return fail(call, "%s is missing", what);
	errno = 0;
	*value = strtod(word, &end);
	if (*end || end == word || errno || !isfinite(*value) ||
	    *value < low || *value > high)
		return fail(call, "%s is '%s', not a number from %g to %g",
			    what, word, low, high);
	return true;
}

static bool is_number(const struct call *call)
{
	char *end;

	if (call->at == call->n)
		return false;
	strtod(call->words[call->at], &end);
	return !*end;
}

static bool position(struct call *call, struct position *to)
{
	to->z = 0;
	return number(call, "x", -FAR, FAR, &to->x) &&
	       number(call, "y", -FAR, FAR, &to->y) &&
	       (!is_number(call) || number(call, "z", -FAR, FAR, &to->z));
}

static bool radio(struct call *call, unsigned *which)
{
	const char *name = next(call);
	int found;

	if (!name)
		return fail(call, "a radio's name is missing");
	found = air_find(call->medium->air, name);
	if (found < 0)
		return fail(call, "there is no radio '%s'", name);
	*which = (unsigned)found;
	return true;
}

static bool address(struct call *call, uint8_t *addr)
{
	const char *word = next(call);
	unsigned octet[ADDR_LEN];
	int used = 0;

	if (!word ||
	    sscanf(word, "%2x:%2x:%2x:%2x:%2x:%2x%n", &octet[0], &octet[1],
		   &octet[2], &octet[3], &octet[4], &octet[5], &used) != 6 ||
	    word[used])
		return fail(call, "'%s' is not an address", word ? word : "");
	for (int i = 0; i < ADDR_LEN; i++)
		addr[i] = (uint8_t)octet[i];
	return true;
}

static bool finished(struct call *call)
{
	if (call->at < call->n)
		return fail(call, "'%s' is not understood",
			    call->words[call->at]);
	return true;
}

/* What a 'radio' command says. */
struct new_radio {
	const char *name;
	uint8_t hardware[ADDR_LEN];
	struct position at;
	double power_dbm, phy;
	const char *netns;
	bool monitor;
};

static bool radio_options(struct call *call, struct new_radio *new)
{
	while (call->at < call->n) {
		if (have(call, "at")) {
			if (!position(call, &new->at))
				return false;
		} else if (have(call, "power")) {
			if (!number(call, "the power", -100, 100,
				    &new->power_dbm))
				return false;
		} else if (have(call, "phy")) {
			if (!number(call, "the phy", 0, 1e6, &new->phy))
				return false;
		} else if (have(call, "netns")) {
			new->netns = next(call);
			if (!new->netns ||
			    strlen(new->netns) >= NETNS_NAME_MAX ||
			    strchr(new->netns, '/'))
				return fail(call, "no name of a namespace");
		} else if (have(call, "monitor")) {
			new->monitor = true;
		} else {
			return finished(call);
		}
	}
	return true;
}

static bool do_radio(struct call *call)
{
	struct medium *medium = call->medium;
	struct new_radio new = { .power_dbm = 20, .phy = NO_PHY, .netns = "" };
	int which;

	new.name = next(call);
	if (!new.name || strlen(new.name) >= AIR_NAME_MAX)
		return fail(call, "a radio's name has 1 to %d characters",
			    AIR_NAME_MAX - 1);
	if (air_find(medium->air, new.name) >= 0)
		return fail(call, "there is a radio '%s' already", new.name);
	if (!address(call, new.hardware) || !radio_options(call, &new))
		return false;
	which = medium_radio(medium, new.hardware);
	if (which >= 0)
		return fail(call, "radio '%s' has that address",
			    air_name(medium->air, (unsigned)which));
	which = medium_add(medium, new.name, new.hardware);
	if (which < 0)
		return fail(call, "there are %d radios already",
			    AIR_MAX_RADIOS);
	medium->stations[which].phy = (int)new.phy;
	strcpy(medium->stations[which].netns, new.netns);
	air_set_power(medium->air, (unsigned)which, new.power_dbm);
	air_set_monitor(medium->air, (unsigned)which, new.monitor);
	walk_jump(air_walk(medium->air, (unsigned)which), medium_now(medium),
		  &new.at);
	if (call->holders && new.phy >= 0 &&
	    !holders_watch(call->holders, new.netns))
		return fail(call, "'%s': its interfaces cannot be watched",
			    new.name);
	return true;
}

static bool do_move(struct call *call)
{
	uint64_t now = medium_now(call->medium);
	struct leg leg = { 0 };
	double pause = 0;
	struct walk *walk;
	unsigned which;
	bool then;

	if (!radio(call, &which))
		return false;
	then = have(call, "then");
	if (!position(call, &leg.to) ||
	    (have(call, "speed") &&
	     !number(call, "the speed", 0.001, SPEED_MAX, &leg.speed)) ||
	    (have(call, "after") &&
	     !number(call, "the rest before", 0, 1e6, &pause)) ||
	    !finished(call))
		return false;
	leg.pause = (uint64_t)(pause * 1e9);
	walk = air_walk(call->medium->air, which);
	if (!then)
		walk_stop(walk, now);
	if (!walk_add(walk, now, &leg))
		return fail(call, "out of memory");
	return true;
}

static bool do_wander(struct call *call)
{
	struct medium *medium = call->medium;
	struct wander wander = { 0 };
	unsigned which;

	if (!radio(call, &which) ||
	    !number(call, "the least x", -FAR, FAR, &wander.low.x) ||
	    !number(call, "the least y", -FAR, FAR, &wander.low.y) ||
	    !number(call, "the largest x", wander.low.x, FAR,
		    &wander.high.x) ||
	    !number(call, "the largest y", wander.low.y, FAR,
		    &wander.high.y) ||
	    !number(call, "the lowest speed", 0.001, SPEED_MAX,
		    &wander.slowest) ||
	    !number(call, "the highest speed", wander.slowest, SPEED_MAX,
		    &wander.fastest) ||
	    !finished(call))
		return false;
	if (wander.low.x >= wander.high.x && wander.low.y >= wander.high.y)
		return fail(call, "there is no room to wander in");
	random_seed(&wander.random, medium->seed * AIR_MAX_RADIOS + which);
	walk_wander(air_walk(medium->air, which), medium_now(medium), &wander);
	return true;
}

static bool do_link(struct call *call)
{
	double loss = 0;
	unsigned a, b;

	if (!radio(call, &a) || !radio(call, &b))
		return false;
	if (a == b)
		return fail(call, "a link has two ends");
	if (have(call, "cut"))
		loss = INFINITY;
	else if (!have(call, "clear") &&
		 !number(call, "the loss in dB", -DB_MAX, DB_MAX, &loss))
		return false;
	if (!finished(call))
		return false;
	air_set_link(call->medium->air, a, b, loss);
	return true;
}

static bool do_power(struct call *call)
{
	unsigned which;
	double dbm;

	if (!radio(call, &which) ||
	    !number(call, "the power", -100, 100, &dbm) || !finished(call))
		return false;
	air_set_power(call->medium->air, which, dbm);
	return true;
}

static bool do_hold(struct call *call)
{
	uint8_t addr[ADDR_LEN];
	unsigned which;
	bool release;

	if (!radio(call, &which) || !address(call, addr))
		return false;
	release = have(call, "off");
	if (!finished(call))
		return false;
	if (release)
		air_release(call->medium->air, which, addr, AIR_HOLD_TOLD);
	else if (!air_hold(call->medium->air, which, addr, AIR_HOLD_TOLD))
		return fail(call, "out of memory");
	return true;
}

static bool do_model(struct call *call)
{
	struct air_model *now = air_model(call->medium->air), model = *now;
	double slot;

	while (call->at < call->n) {
		if (have(call, "exponent")) {
			if (!number(call, "the exponent", 1, 10,
				    &model.path.exponent))
				return false;
		} else if (have(call, "noise")) {
			if (!number(call, "the noise", -200, 0,
				    &model.noise_dbm))
				return false;
		} else if (have(call, "sense")) {
			if (!number(call, "the sensitivity", -200, 0,
				    &model.carrier_sense_dbm))
				return false;
		} else if (have(call, "capture")) {
			if (!number(call, "the capture threshold", 0, 100,
				    &model.capture_db))
				return false;
		} else if (have(call, "shadowing")) {
			if (!number(call, "the shadowing", 0, 30,
				    &model.shadowing_db))
				return false;
		} else if (have(call, "slot")) {
			if (!number(call, "the slot", 1, 100, &slot))
				return false;
			model.slot = (uint64_t)(slot * PHY_US);
		} else {
			return finished(call);
		}
	}
	if (model.shadowing_db != now->shadowing_db &&
	    air_radios(call->medium->air))
		return fail(call, "shadowing comes before the first radio");
	*now = model;
	return true;
}

static bool do_edca(struct call *call)
{
	static const char *const names[AC_N] = { "bk", "be", "vi", "vo" };
	double aifsn, cw_min, cw_max, txop;
	struct air_edca *edca;
	unsigned which;
	int ac = 0;

	if (!radio(call, &which))
		return false;
	while (ac < AC_N && !have(call, names[ac]))
		ac++;
	if (ac == AC_N)
		return fail(call, "no access category: bk, be, vi or vo");
	if (!number(call, "AIFSN", 1, 15, &aifsn) ||
	    !number(call, "the least window", 0, 32767, &cw_min) ||
	    !number(call, "the largest window", cw_min, 32767, &cw_max) ||
	    !number(call, "the opportunity in us", 0, 65535 * 32., &txop) ||
	    !finished(call))
		return false;
	edca = air_edca(call->medium->air, which, (enum ac)ac);
	edca->aifsn = (uint8_t)aifsn;
	edca->cw_min = (uint16_t)cw_min;
	edca->cw_max = (uint16_t)cw_max;
	edca->txop = (uint64_t)(txop * PHY_US);
	return true;
}

static bool do_trace(struct call *call)
{
	const char *path = next(call);
	struct trace *new = NULL;

	if (!path || !finished(call))
		return path ? false : fail(call, "a file's name is missing");
	if (strcmp(path, "off") != 0) {
		new = trace_open(path);
		if (!new)
			return fail(call, "%s: %s", path, strerror(errno));
	}
	if (!trace_close(call->medium->trace)) {
		call->medium->trace = new;
		return fail(call, "the last trace could not be written whole");
	}
	call->medium->trace = new;
	return true;
}

static bool do_status(struct call *call)
{
	if (!finished(call))
		return false;
	call->reply = status_json(call->medium);
	return true;
}

static bool do_airtime(struct call *call)
{
	bool reset = have(call, "reset");

	if (!finished(call))
		return false;
	call->reply = status_airtime_json(call->medium);
	if (reset)
		air_forget_accounts(call->medium->air);
	return true;
}

static const struct {
	const char *word;
	bool (*run)(struct call *call);
} commands[] = {
	{ "radio", do_radio },	   { "move", do_move },
	{ "wander", do_wander },   { "link", do_link },
	{ "power", do_power },	   { "hold", do_hold },
	{ "model", do_model },	   { "edca", do_edca },
	{ "trace", do_trace },	   { "status", do_status },
	{ "airtime", do_airtime },
};

static bool split(struct call *call, char *line)
{
	char *rest = NULL;

	for (char *word = strtok_r(line, " \t\r\n", &rest); word;
	     word = strtok_r(NULL, " \t\r\n", &rest)) {
		if (word[0] == '#')
			break;
		if (call->n == WORDS_MAX)
			return fail(call, "too many words");
		call->words[call->n++] = word;
	}
	return true;
}

bool commands_run(struct medium *medium, struct holders *holders, char *line,
		  char **reply)
{
	struct call call = { .medium = medium, .holders = holders };
	const char *word;
	bool good = split(&call, line);

	word = good ? next(&call) : NULL;
	for (size_t i = 0; word; i++) {
		if (i == sizeof(commands) / sizeof(commands[0])) {
			good = fail(&call, "there is no command '%s'", word);
			break;
		}
		if (!strcmp(commands[i].word, word)) {
			/* Everything that is told is told at a time. */
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
