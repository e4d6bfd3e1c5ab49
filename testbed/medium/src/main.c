/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon: connects the air to kernel, control socket and clock. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "commands.h"
#include "control.h"
#include "medium.h"

#define NS_PER_S 1000000000ull

struct loop {
	struct medium medium;
	struct holders *holders;
	struct control *control;
	int epoll, timer, signals;
	uint64_t armed; /* expiry of the timer, AIR_NEVER if it is off */
};

static void usage(FILE *to, const char *program)
{
	fprintf(to,
		"usage: %s [--config FILE] [--control SOCKET] [--seed N] [--trace FILE] [--check]\n"
		"Simulates the air between the radios of mac80211_hwsim.\n"
		"  --config FILE     run the commands in FILE first, see the README\n"
		"  --control SOCKET  accept commands on a Unix socket, one per line\n"
		"  --seed N          seed of all random numbers, by default 1\n"
		"  --trace FILE      write all transmissions to FILE as pcapng\n"
		"  --check           check the configuration and exit\n"
		"  --help            print this text and exit\n",
		program);
}

static bool watch_fd(const struct loop *loop, int fd, uint32_t how)
{
	struct epoll_event event = { .events = EPOLLIN | how, .data.fd = fd };

	return fd >= 0 && !epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event);
}

static bool open_loop(struct loop *loop)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	loop->epoll = epoll_create1(EPOLL_CLOEXEC);
	loop->timer =
		timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	loop->signals = signalfd(-1, &signals, SFD_CLOEXEC);
	loop->armed = AIR_NEVER;
	/* Edge-triggered: each expiry is one event, and the timer need not be
	 * read. */
	return watch_fd(loop, loop->timer, EPOLLET) &&
	       watch_fd(loop, loop->signals, 0) &&
	       watch_fd(loop, hwsim_fd(loop->medium.hwsim), 0) &&
	       watch_fd(loop, holders_epoll(loop->holders), 0) &&
	       (!loop->control ||
		watch_fd(loop, control_epoll(loop->control), 0));
}

/* Sets the timer to the time at which the air must run. */
static void set_timer(struct loop *loop)
{
	uint64_t next = air_wake(loop->medium.air);
	struct itimerspec when = { 0 };

	if (next == loop->armed)
		return;
	loop->armed = next;
	if (next != AIR_NEVER) {
		next += loop->medium.start;
		when.it_value.tv_sec = (time_t)(next / NS_PER_S);
		when.it_value.tv_nsec = (long)(next % NS_PER_S);
	}
	timerfd_settime(loop->timer, TFD_TIMER_ABSTIME, &when, NULL);
}

/* Handles an event of a descriptor. Returns false on a signal to end. */
static bool handle_event(struct loop *loop, int fd)
{
	if (fd == loop->signals)
		return false;
	if (fd == loop->timer) {
		loop->armed = AIR_NEVER;
	} else if (fd == holders_epoll(loop->holders)) {
		air_run(loop->medium.air, medium_now(&loop->medium));
		holders_read(loop->holders);
	} else if (loop->control && fd == control_epoll(loop->control)) {
		/* A command takes effect now, so process earlier events of the
		 * air first. */
		air_run(loop->medium.air, medium_now(&loop->medium));
		control_read(loop->control, &loop->medium, loop->holders);
	}
	return true;
}

static void run(struct loop *loop)
{
	struct epoll_event events[8];

	for (;;) {
		int n;

		set_timer(loop);
		n = epoll_wait(loop->epoll, events, 8, -1);
		for (int i = 0; i < n; i++)
			if (!handle_event(loop, events[i].data.fd))
				return;
		medium_run(&loop->medium);
	}
}

static void close_loop(struct loop *loop)
{
	control_free(loop->control);
	holders_free(loop->holders);
	hwsim_close(loop->medium.hwsim);
	if (!trace_close(loop->medium.trace))
		fprintf(stderr,
			"medium: the trace is incomplete: a write failed\n");
	air_free(loop->medium.air);
}

struct arguments {
	const char *config, *control, *trace;
	uint64_t seed;
	bool check;
};

static bool start(struct loop *loop, const struct arguments *arguments)
{
	struct medium *medium = &loop->medium;

	medium->seed = arguments->seed;
	medium->start = medium_now(medium);
	medium->air = air_new(&air_model_default, &medium_ops, medium,
			      arguments->seed);
	if (!medium->air)
		return false;
	if (arguments->check)
		return !arguments->config ||
		       commands_file(medium, NULL, arguments->config);
	if (arguments->trace) {
		medium->trace = trace_open(arguments->trace);
		if (!medium->trace) {
			fprintf(stderr, "medium: %s: %s\n", arguments->trace,
				strerror(errno));
			return false;
		}
	}
	loop->holders = holders_new(medium);
	medium->hwsim = hwsim_open();
	if (!loop->holders || !medium->hwsim)
		return false;
	if (arguments->config &&
	    !commands_file(medium, loop->holders, arguments->config))
		return false;
	if (arguments->control) {
		loop->control = control_new(arguments->control);
		if (!loop->control)
			return false;
	}
	return open_loop(loop);
}

static bool parse(int argc, char **argv, struct arguments *arguments)
{
	static const struct option options[] = {
		{ "config", required_argument, NULL, 'c' },
		{ "control", required_argument, NULL, 's' },
		{ "seed", required_argument, NULL, 'r' },
		{ "trace", required_argument, NULL, 't' },
		{ "check", no_argument, NULL, 'k' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	char *end;
	int c;

	*arguments = (struct arguments){ .seed = 1 };
	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'c':
			arguments->config = optarg;
			break;
		case 's':
			arguments->control = optarg;
			break;
		case 'r':
			arguments->seed = strtoull(optarg, &end, 10);
			if (*end || end == optarg)
				return false;
			break;
		case 't':
			arguments->trace = optarg;
			break;
		case 'k':
			arguments->check = true;
			break;
		case 'h':
			usage(stdout, argv[0]);
			exit(0);
		default:
			return false;
		}
	}
	return optind == argc;
}

int main(int argc, char **argv)
{
	struct arguments arguments;
	struct loop loop = { 0 };
	bool good;

	if (!parse(argc, argv, &arguments)) {
		usage(stderr, argv[0]);
		return 2;
	}
	good = start(&loop, &arguments);
	if (good && !arguments.check)
		run(&loop);
	close_loop(&loop);
	return good ? 0 : 1;
}
