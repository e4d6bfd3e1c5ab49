// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests cloudmac_credit.c in user space, with a simulated way to a WTP:
 *
 *   credit --- half the round trip --> queue of each station --> radio
 *     ^------- half the round trip ------- TX status --------------'
 *
 * The radio serves the stations in turn. It sends aggregates of up to 4 ms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudmac_credit.h"

#define STEP		50	/* us */
#define STATIONS_MAX	30
#define FRAMES		8192	/* on the way, a power of two */
#define AGGREGATE	4000	/* us */
#define OVERHEAD	150	/* us an aggregate */
#define EXPIRE		10000	/* us */
#define SECOND		1000000

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static int failures;

#define CHECK(condition, ...) do {					\
	if (!(condition)) {						\
		fprintf(stderr, "%s:%d: ", __func__, __LINE__);		\
		fprintf(stderr, __VA_ARGS__);				\
		fputc('\n', stderr);					\
		failures++;						\
	}								\
} while (0)

struct frame {
	struct cloudmac_charge charge;
	u32 due;	/* arrival at the WTP, later of the status */
	bool lost;
};

/* The counts are numbers of frames since the start, in their order. */
struct station {
	struct cloudmac_credit credit;
	struct frame frames[FRAMES];
	u32 released, arrived, served, reported, forgotten;
	u32 airtime;	/* of one try of a frame, us */
	u32 tries;	/* of each frame */
	bool idle;	/* the VAP has no frames for it */
	u32 only;	/* frames that it has; 0: any number */
	u32 last;	/* when the last frame was released */
	u32 moved;	/* first frame at the present WTP */
	u32 loss;	/* every n-th status is lost; 0: none */
	uint64_t air;	/* airtime of the served frames */
	uint64_t queued; /* airtime at the WTP, sum of all steps */
};

struct sim {
	struct cloudmac_credit_pool pool;
	struct station stations[STATIONS_MAX];
	u32 n;
	u32 rtt;
	u32 now;	/* true time, since the start */
	u32 offset;	/* clock of the credit, minus true time */
	u32 busy_until;
	u32 turn;
	u32 steps;
	bool dead;	/* the WTP loses all frames */
};

static struct frame *frame_of(struct station *station, u32 number)
{
	return &station->frames[number % FRAMES];
}

static void start(struct sim *sim, u32 n, u32 rtt, u32 airtime)
{
	u32 i;

	memset(sim, 0, sizeof(*sim));
	sim->n = n;
	sim->rtt = rtt;
	sim->offset = 0u - 3 * SECOND;	/* the clock wraps around soon */
	for (i = 0; i < n; i++) {
		sim->stations[i].airtime = airtime;
		sim->stations[i].tries = 1;
		cloudmac_credit_init(&sim->stations[i].credit, &sim->pool,
				     sim->offset);
	}
}

static void release(struct sim *sim, struct station *station)
{
	u32 clock = sim->now + sim->offset;

	while (!station->idle &&
	       station->released - station->forgotten < FRAMES &&
	       cloudmac_credit_allows(&station->credit, clock)) {
		struct frame *frame = frame_of(station, station->released++);

		frame->due = sim->now + sim->rtt / 2;
		frame->lost = sim->dead;
		station->last = sim->now;
		if (station->only && !--station->only)
			station->idle = true;
		cloudmac_credit_charge(&station->credit, &frame->charge,
				       station->airtime, clock);
	}
}

/* Sends an aggregate, or loses the frames of a dead WTP. */
static bool serve(struct sim *sim, struct station *station)
{
	u32 airtime = station->airtime * station->tries;
	u32 sum = 0, last;

	while (station->served != station->arrived &&
	       frame_of(station, station->served)->lost)
		station->served++;
	for (last = station->served;
	     last != station->arrived && (!sum || sum + airtime <= AGGREGATE) &&
	     !frame_of(station, last)->lost; last++)
		sum += airtime;
	if (!sum)
		return false;
	sim->busy_until = sim->now + sum + OVERHEAD;
	for (; station->served != last; station->served++) {
		struct frame *frame = frame_of(station, station->served);

		frame->due = sim->busy_until + sim->rtt / 2;
		frame->lost = station->loss &&
			      station->served % station->loss == 0;
	}
	station->air += sum;
	return true;
}

static void step_without_release(struct sim *sim)
{
	u32 i, clock;

	sim->now += STEP;
	sim->steps++;
	clock = sim->now + sim->offset;
	for (i = 0; i < sim->n; i++) {
		struct station *station = &sim->stations[i];

		while (station->arrived != station->released &&
		       frame_of(station, station->arrived)->due <= sim->now)
			station->arrived++;
	}
	for (i = 0; i < sim->n && sim->busy_until <= sim->now; i++) {
		serve(sim, &sim->stations[sim->turn]);
		sim->turn = (sim->turn + 1) % sim->n;
	}
	for (i = 0; i < sim->n; i++) {
		struct station *station = &sim->stations[i];

		for (; station->reported != station->served; station->reported++) {
			struct frame *frame = frame_of(station,
						       station->reported);

			if (frame->due > sim->now)
				break;
			if (!frame->lost)
				cloudmac_credit_report(&frame->charge,
						       station->airtime *
							       station->tries,
						       clock);
		}
		/* The driver gives up a frame without a status after 500 ms. */
		for (; station->forgotten != station->reported; station->forgotten++) {
			struct frame *frame = frame_of(station,
						       station->forgotten);

			if (frame->charge.credit &&
			    sim->now < frame->due + SECOND / 2)
				break;
			cloudmac_credit_cancel(&frame->charge);
		}
		station->queued += (station->arrived - station->served) *
				   station->airtime * station->tries;
		if (sim->now % EXPIRE == 0)
			cloudmac_credit_expire(&station->credit, clock);
	}
}

static void step(struct sim *sim)
{
	u32 i;

	step_without_release(sim);
	for (i = 0; i < sim->n; i++)
		release(sim, &sim->stations[i]);
}

/* Moves all stations to a WTP at another distance. The frames at the old one and
 * on their way are lost.
 */
static void move(struct sim *sim, u32 rtt)
{
	u32 i, number;

	for (i = 0; i < sim->n; i++) {
		struct station *station = &sim->stations[i];

		for (number = station->reported; number != station->released;
		     number++)
			frame_of(station, number)->lost = true;
		station->arrived = station->released;
		station->served = station->released;
		station->moved = station->released;
	}
	sim->rtt = rtt;
}

static void run(struct sim *sim, u32 time)
{
	u32 end = sim->now + time;

	while (sim->now < end)
		step(sim);
}

/* Restarts the measurement. */
static void reset(struct sim *sim)
{
	u32 i;

	sim->steps = 0;
	for (i = 0; i < sim->n; i++) {
		sim->stations[i].air = 0;
		sim->stations[i].queued = 0;
	}
}

/* Returns the used part of the radio's time, in per mille of what aggregates of
 * 4 ms reach.
 */
static u32 usage(const struct sim *sim)
{
	uint64_t air = 0;
	u32 i;

	for (i = 0; i < sim->n; i++)
		air += sim->stations[i].air;
	return (u32)(air * 1000 * (AGGREGATE + OVERHEAD) / AGGREGATE /
		     ((uint64_t)sim->steps * STEP));
}

/* Returns the mean airtime of a station that waits at the WTP. */
static u32 queue_of(const struct sim *sim, const struct station *station)
{
	return (u32)(station->queued / sim->steps);
}

/* Ends a simulation and checks that all airtime was given back. */
static void finish(struct sim *sim)
{
	u32 i, number, open = 0;

	for (i = 0; i < sim->n; i++) {
		cloudmac_credit_close(&sim->stations[i].credit);
		for (number = 0; number < FRAMES; number++)
			open += !!sim->stations[i].frames[number].charge.credit;
	}
	CHECK(!open, "%u charges refer to a closed credit", open);
	CHECK(!sim->pool.used && !sim->pool.frames && !sim->pool.active,
	      "%u us, %u frames, %u credits in use", sim->pool.used,
	      sim->pool.frames, sim->pool.active);
}

static struct sim sim;

/* The radio is never idle, and little waits at the WTP. */
static void test_steady(void)
{
	static const u32 rtts[] = { 400, 2000, 10000, 20000, 40000, 80000 };
	static const u32 stations[] = { 1, 3, 30 };
	static const u32 airtimes[] = { 190, 1850 }; /* 1500 octets, MCS 7 and 0 */
	u32 r, n, a;

	for (r = 0; r < ARRAY_SIZE(rtts); r++)
	for (n = 0; n < ARRAY_SIZE(stations); n++)
	for (a = 0; a < ARRAY_SIZE(airtimes); a++) {
		u32 most = rtts[r] < 80000 ? 12000 : 20000;
		u32 used, queue;

		start(&sim, stations[n], rtts[r], airtimes[a]);
		run(&sim, 2 * SECOND);
		reset(&sim);
		run(&sim, 12 * SECOND);
		used = usage(&sim);
		queue = queue_of(&sim, &sim.stations[0]);
		CHECK(used >= 970, "rtt %u, %u stations: usage %u",
		      rtts[r], stations[n], used);
		CHECK(queue <= most, "rtt %u, %u stations: %u us wait",
		      rtts[r], stations[n], queue);
		finish(&sim);
	}
}

/* The tries of a frame count, so that little waits for a bad link. When the link
 * is good again, the radio is busy.
 */
static void test_tries(void)
{
	u32 queue;

	start(&sim, 3, 2000, 190);
	sim.stations[0].tries = 4;
	run(&sim, 2 * SECOND);
	reset(&sim);
	run(&sim, 2 * SECOND);
	queue = queue_of(&sim, &sim.stations[0]);
	CHECK(queue <= 12000, "%u us wait", queue);

	sim.stations[0].tries = 1;
	run(&sim, SECOND);
	reset(&sim);
	run(&sim, 2 * SECOND);
	CHECK(usage(&sim) >= 970, "usage %u", usage(&sim));
	finish(&sim);
}

/* A credit grows to a long way within half a second. */
static void test_growth(void)
{
	start(&sim, 1, 80000, 190);
	run(&sim, SECOND / 2);
	reset(&sim);
	run(&sim, SECOND / 2);
	CHECK(usage(&sim) >= 900, "usage %u", usage(&sim));
	finish(&sim);
}

/* A station that sends little never waits beside one that sends much. */
static void test_sparse(void)
{
	u32 i;

	start(&sim, 2, 400, 190);
	sim.stations[1].idle = true;
	run(&sim, SECOND);
	for (i = 0; i < 100; i++) {
		CHECK(cloudmac_credit_allows(&sim.stations[1].credit,
					     sim.now + sim.offset),
		      "frame %u waits", i);
		sim.stations[1].idle = false;
		sim.stations[1].only = 1;
		run(&sim, 20000);
	}
	finish(&sim);
}

/* Stations that send at the same time do not make the way look longer. */
static void test_others(void)
{
	static struct cloudmac_charge charges[STATIONS_MAX];
	static const u32 rtts[] = { 1000, 110000, 150000 };
	static const u32 bases[] = { 1000, 1000, 34000 };
	struct cloudmac_credit *credit = &sim.stations[0].credit;
	u32 i, now = 0;

	start(&sim, STATIONS_MAX, 400, 190);
	for (i = 1; i < STATIONS_MAX; i++)
		cloudmac_credit_charge(&sim.stations[i].credit, &charges[i],
				       190, 0);
	for (i = 0; i < ARRAY_SIZE(rtts); i++) {
		cloudmac_credit_charge(credit, &charges[0], 190, now);
		now += rtts[i];
		cloudmac_credit_report(&charges[0], 0, now);
		CHECK(credit->base == bases[i], "rtt %u: base %u", rtts[i],
		      credit->base);
	}
	finish(&sim);
}

/* Lost statuses do not use up the credit. */
static void test_lost_statuses(void)
{
	static const u32 losses[] = { 100, 10, 3 };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(losses); i++) {
		start(&sim, 1, 10000, 190);
		sim.stations[0].loss = losses[i];
		run(&sim, 2 * SECOND);
		reset(&sim);
		run(&sim, 10 * SECOND);
		CHECK(usage(&sim) >= 900, "1 of %u lost: usage %u", losses[i],
		      usage(&sim));
		CHECK(queue_of(&sim, &sim.stations[0]) <= 25000,
		      "1 of %u lost: %u us wait", losses[i],
		      queue_of(&sim, &sim.stations[0]));
		finish(&sim);
	}
}

/* When a WTP dies, the credit of its station returns within 50 ms of the time at
 * which a status was due, and as much again every so often.
 */
static void test_dead_wtp(void)
{
	static const u32 rtts[] = { 400, 10000, 40000 };
	u32 i, begin, due;

	for (i = 0; i < ARRAY_SIZE(rtts); i++) {
		struct station *station = &sim.stations[0];

		start(&sim, 1, rtts[i], 190);
		run(&sim, 3 * SECOND);
		sim.dead = true;
		due = station->credit.longest;
		begin = station->last;
		while (station->credit.used)
			step_without_release(&sim);
		CHECK(sim.now - begin <= due + 50000,
		      "rtt %u: returned after %u us, due after %u", rtts[i],
		      sim.now - begin, due);
		begin = station->released;
		run(&sim, SECOND);
		CHECK(station->released > begin, "rtt %u: no more frames",
		      rtts[i]);
		CHECK((station->released - begin) * 190 <= SECOND / 3,
		      "rtt %u: %u frames into the void", rtts[i],
		      station->released - begin);
		finish(&sim);
	}
}

/* After a handover to a WTP with another way, the credit fits the new way. The
 * old WTP reports nothing more.
 */
static void test_handover(void)
{
	static const u32 rtts[] = { 400, 80000, 10000, 40000, 400 };
	u32 i, due;

	start(&sim, 1, rtts[0], 190);
	for (i = 0; i < ARRAY_SIZE(rtts); i++) {
		due = sim.stations[0].credit.longest;
		move(&sim, rtts[i]);
		run(&sim, due + 50000 + rtts[i]);
		CHECK(sim.stations[0].served != sim.stations[0].moved,
		      "to rtt %u: nothing sent", rtts[i]);
		run(&sim, 3 * SECOND);
		reset(&sim);
		run(&sim, 5 * SECOND);
		CHECK(usage(&sim) >= 930, "to rtt %u: usage %u", rtts[i],
		      usage(&sim));
		CHECK(queue_of(&sim, &sim.stations[0]) <= 20000,
		      "to rtt %u: %u us wait", rtts[i],
		      queue_of(&sim, &sim.stations[0]));
	}
	finish(&sim);
}

/* A longer way without any loss, as after a change of routes. */
static void test_longer_way(void)
{
	start(&sim, 1, 400, 190);
	run(&sim, 5 * SECOND);
	sim.rtt = 40000;
	run(&sim, 3 * SECOND);
	reset(&sim);
	run(&sim, 5 * SECOND);
	CHECK(usage(&sim) >= 930, "usage %u", usage(&sim));
	finish(&sim);
}

/* The clock is set back and forward, as when a virtual machine pauses. */
static void test_clock_steps(void)
{
	static const u32 steps[] = {
		10 * SECOND, 0u - 10 * SECOND, 0x7fffffff, 0x80000001, 600000,
	};
	u32 i, expired;

	start(&sim, 3, 10000, 190);
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		run(&sim, 2 * SECOND);
		expired = sim.pool.expired;
		sim.offset += steps[i];
		run(&sim, 2 * EXPIRE);
		if ((int32_t)steps[i] < 0)
			CHECK(sim.pool.expired == expired,
			      "step %u: %u charges expired", i,
			      sim.pool.expired - expired);
		sim.stations[0].loss = 50;
		run(&sim, SECOND);
		reset(&sim);
		run(&sim, 2 * SECOND);
		CHECK(usage(&sim) >= 950, "step %u: usage %u", i, usage(&sim));
		sim.stations[0].loss = 0;
		run(&sim, SECOND);
		CHECK(queue_of(&sim, &sim.stations[1]) <= 16000,
		      "step %u: %u us wait", i,
		      queue_of(&sim, &sim.stations[1]));
	}
	finish(&sim);
}

int main(void)
{
	test_steady();
	test_tries();
	test_growth();
	test_sparse();
	test_others();
	test_lost_statuses();
	test_dead_wtp();
	test_handover();
	test_longer_way();
	test_clock_steps();
	if (failures) {
		fprintf(stderr, "%d failures\n", failures);
		return EXIT_FAILURE;
	}
	puts("credit: no failures");
	return EXIT_SUCCESS;
}
