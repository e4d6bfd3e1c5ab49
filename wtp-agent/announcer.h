/* SPDX-License-Identifier: Apache-2.0 */
/* Announces the agent to controllers, once an interval. */
#ifndef ANNOUNCER_H
#define ANNOUNCER_H

struct agent;

void announcer_start(struct agent *agent);
void announcer_stop(struct agent *agent);

#endif
