/* SPDX-License-Identifier: Apache-2.0 */
/* The server that controllers connect to. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>

struct agent;

/* Listen as configured. Logs what is wrong and returns false; with no section
 * 'control' in the configuration there is nothing to do. */
bool control_open(struct agent *agent);

/* End all sessions. Null-safe for an agent without a server. */
void control_close(struct agent *agent);

#endif
