/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Survey reports: while VAPs request them of a radio, reads its survey once a
 * second and sends it to each of these VAPs (SPECIFICATION.md, 1.4.1). The
 * worker asks the kernel, so no frame waits for that.
 */
#ifndef SURVEYOR_H
#define SURVEYOR_H

#define SURVEY_INTERVAL_MS 1000

struct agent;
struct radio;
struct surveyor;

void surveyor_init(struct surveyor *surveyor, struct agent *agent,
		   struct radio *radio);

/* Begins if it does not run: a VAP has requested reports. */
void surveyor_start(struct surveyor *surveyor);

/* Ends for good; a request that the worker has sends nothing. */
void surveyor_stop(struct surveyor *surveyor);

#endif
