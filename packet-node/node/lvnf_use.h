/* SPDX-License-Identifier: Apache-2.0 */
/* What an LVNF has used of its node. */
#ifndef LVNF_USE_H
#define LVNF_USE_H

#include "lvnf.h"
#include "trigger.h"

/* Lets the kernel measure how long programs of eBPF run, until the descriptor
 * is closed: it costs each of them two readings of the clock. Returns the
 * descriptor, or -1 with errno. */
int lvnf_measure_run_time(void);

/* Reads a sample; its 'run_ns' only if 'has_run_time'. Returns 0 or a positive
 * errno. */
int lvnf_sample(const struct lvnf *lvnf, bool has_run_time,
		struct trigger_sample *sample);

#endif
