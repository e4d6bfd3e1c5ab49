/* SPDX-License-Identifier: Apache-2.0 */
/* Forwards frames between the wired interface and the radios. */
#ifndef FORWARD_H
#define FORWARD_H

#include <stdbool.h>

struct agent;

/* Watches all interfaces. Logs errors and returns false. */
bool forward_start(struct agent *agent);
void forward_stop(struct agent *agent);

/* Injects the frames that may go now, at all radios. */
void forward_run_queues(struct agent *agent);

/* Updates the counters that are kept elsewhere: of frames that found a full
 * receive ring, and of incomplete frames. */
void forward_update_counters(struct agent *agent);

#endif
