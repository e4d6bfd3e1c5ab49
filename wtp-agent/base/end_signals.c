/* SPDX-License-Identifier: Apache-2.0 */
#include "end_signals.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>

int end_signals_open(void)
{
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	if (sigprocmask(SIG_BLOCK, &set, NULL))
		return -1;
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}
