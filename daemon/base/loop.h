/* SPDX-License-Identifier: Apache-2.0 */
/* The event loop: file descriptors and timers, one thread. */
#ifndef LOOP_H
#define LOOP_H

#include <stdbool.h>
#include <stdint.h>

#define LOOP_BATCH 32

struct loop_timer {
	void (*handler)(void *arg);
	void *arg;
	uint64_t due_ms;
	struct loop_timer *next;
	bool armed;
};

struct loop_fd {
	int fd;
	/* 'events' are those of epoll: EPOLLIN, EPOLLOUT, ... */
	void (*handler)(void *arg, uint32_t events);
	void *arg;
};

struct epoll_event;

struct loop {
	int epoll_fd;
	struct loop_fd timer_fd;
	struct loop_timer *timers; /* by due time, the earliest first */
	struct epoll_event *ready; /* being handled */
	int ready_n;
	bool stop;
};

/* Functions that can fail return 0 or a positive errno. */
int loop_init(struct loop *loop);
void loop_destroy(struct loop *loop);

int loop_add(struct loop *loop, struct loop_fd *fd, uint32_t events);
int loop_modify(struct loop *loop, struct loop_fd *fd, uint32_t events);

/* Stops watching 'fd' and discards its pending events. Does not close it. Safe
 * for one that was never added. */
void loop_remove(struct loop *loop, struct loop_fd *fd);

/* Starts or restarts the timer, to run once after 'delay_ms'. */
void loop_timer_start(struct loop *loop, struct loop_timer *timer,
		      uint64_t delay_ms);
void loop_timer_stop(struct loop *loop, struct loop_timer *timer);

/* Handles events until loop_stop(). Returns 0, or an errno if waiting fails.
 */
int loop_run(struct loop *loop);
void loop_stop(struct loop *loop);

#endif
