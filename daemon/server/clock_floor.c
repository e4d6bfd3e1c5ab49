/* SPDX-License-Identifier: Apache-2.0 */
#include "clock_floor.h"

static int64_t earlier(int64_t one, int64_t other)
{
	return one < other ? one : other;
}

static int64_t later(int64_t one, int64_t other)
{
	return one > other ? one : other;
}

void clock_floor_init(struct clock_floor *floor, int64_t version_date,
		      int64_t kept, int64_t running)
{
	*floor = (struct clock_floor){
		.proved = version_date,
		.running = running,
		.end = INT64_MAX,
		.kept = kept,
		.source = "this version's date",
	};
}

bool clock_floor_set_own(struct clock_floor *floor, int64_t begin, int64_t end,
			 int64_t running)
{
	floor->end = end;
	clock_floor_raise(floor, begin, "'cert'", running);
	clock_floor_raise(floor, floor->kept, "'clock-floor'", running);
	return floor->kept <= end;
}

bool clock_floor_raise(struct clock_floor *floor, int64_t time,
		       const char *source, int64_t running)
{
	if (time <= clock_floor_now(floor, running) || time > floor->end)
		return false;
	floor->proved = time;
	floor->running = running;
	floor->source = source;
	return true;
}

int64_t clock_floor_now(const struct clock_floor *floor, int64_t running)
{
	return earlier(floor->proved + (running - floor->running), floor->end);
}

int64_t clock_floor_check_time(const struct clock_floor *floor, int64_t clock,
			       int64_t begin, int64_t running)
{
	int64_t now = clock_floor_now(floor, running);

	if (clock >= now)
		return clock;
	return begin <= floor->end ? later(begin, now) : now;
}

bool clock_floor_is_due(const struct clock_floor *floor, int64_t kept,
			int64_t behind, int64_t running)
{
	return clock_floor_now(floor, running) - kept >= behind;
}

int64_t clock_floor_due_in(const struct clock_floor *floor, int64_t kept,
			   int64_t running)
{
	int64_t ahead = clock_floor_now(floor, running) - kept;

	if (ahead <= 0)
		return CLOCK_FLOOR_KEEP_S;
	return later(CLOCK_FLOOR_KEEP_S - ahead, 1);
}
