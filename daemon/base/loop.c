/* SPDX-License-Identifier: Apache-2.0 */
#include "loop.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "clock.h"

/* Sets the kernel's timer to the earliest deadline, so that events need no
 * read of the clock. */
static void arm(struct loop *loop)
{
	struct itimerspec when = { 0 };

	if (loop->timers) {
		uint64_t due = loop->timers->due_ms;

		when.it_value.tv_sec = (time_t)(due / 1000);
		/* All zeros would disarm the timer. */
		when.it_value.tv_nsec = (long)(due % 1000) * 1000000 + 1;
	}
	timerfd_settime(loop->timer_fd.fd, TFD_TIMER_ABSTIME, &when, NULL);
}

static void run_timers(void *arg, uint32_t events)
{
	uint64_t expirations, now = clock_ms();
	struct loop *loop = arg;

	(void)events;
	if (read(loop->timer_fd.fd, &expirations, sizeof(expirations)) < 0 &&
	    errno != EAGAIN)
		return;
	while (loop->timers && loop->timers->due_ms <= now) {
		struct loop_timer *timer = loop->timers;

		loop->timers = timer->next;
		timer->armed = false;
		timer->handler(timer->arg);
	}
	arm(loop);
}

int loop_init(struct loop *loop)
{
	int err;

	memset(loop, 0, sizeof(*loop));
	loop->timer_fd = (struct loop_fd){ -1, run_timers, loop };
	loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (loop->epoll_fd < 0)
		return errno;
	loop->timer_fd.fd =
		timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	err = loop->timer_fd.fd < 0 ? errno
				    : loop_add(loop, &loop->timer_fd, EPOLLIN);
	if (err)
		loop_destroy(loop);
	return err;
}

void loop_destroy(struct loop *loop)
{
	if (loop->timer_fd.fd >= 0)
		close(loop->timer_fd.fd);
	if (loop->epoll_fd >= 0)
		close(loop->epoll_fd);
	loop->timer_fd.fd = loop->epoll_fd = -1;
}

static int control(struct loop *loop, int op, struct loop_fd *fd,
		   uint32_t events)
{
	struct epoll_event event = { .events = events, .data.ptr = fd };

	return epoll_ctl(loop->epoll_fd, op, fd->fd, &event) ? errno : 0;
}

int loop_add(struct loop *loop, struct loop_fd *fd, uint32_t events)
{
	return control(loop, EPOLL_CTL_ADD, fd, events);
}

int loop_modify(struct loop *loop, struct loop_fd *fd, uint32_t events)
{
	return control(loop, EPOLL_CTL_MOD, fd, events);
}

void loop_remove(struct loop *loop, struct loop_fd *fd)
{
	if (fd->fd >= 0)
		control(loop, EPOLL_CTL_DEL, fd, 0);
	for (int i = 0; i < loop->ready_n; i++)
		if (loop->ready[i].data.ptr == fd)
			loop->ready[i].data.ptr = NULL;
}

void loop_timer_start(struct loop *loop, struct loop_timer *timer,
		      uint64_t delay_ms)
{
	struct loop_timer **at;

	loop_timer_stop(loop, timer);
	timer->due_ms = clock_ms() + delay_ms;
	for (at = &loop->timers; *at && (*at)->due_ms <= timer->due_ms;)
		at = &(*at)->next;
	timer->next = *at;
	timer->armed = true;
	*at = timer;
	if (loop->timers == timer)
		arm(loop);
}

void loop_timer_stop(struct loop *loop, struct loop_timer *timer)
{
	if (!timer->armed)
		return;
	for (struct loop_timer **at = &loop->timers; *at; at = &(*at)->next)
		if (*at == timer) {
			*at = timer->next;
			break;
		}
	timer->armed = false;
}

int loop_run(struct loop *loop)
{
	struct epoll_event ready[LOOP_BATCH];

	while (!loop->stop) {
		int n = epoll_wait(loop->epoll_fd, ready, LOOP_BATCH, -1);

		if (n < 0 && errno != EINTR)
			return errno;
		loop->ready = ready;
		loop->ready_n = n < 0 ? 0 : n;
		for (int i = 0; i < loop->ready_n; i++) {
			struct loop_fd *fd = ready[i].data.ptr;

			if (fd)
				fd->handler(fd->arg, ready[i].events);
		}
		loop->ready_n = 0;
	}
	return 0;
}

void loop_stop(struct loop *loop)
{
	loop->stop = true;
}
