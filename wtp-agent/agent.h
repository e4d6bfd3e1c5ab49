/* SPDX-License-Identifier: Apache-2.0 */
/* Opens and closes all parts of one agent. */
#ifndef AGENT_H
#define AGENT_H

#include "agent_state.h"

/* Sets up the agent from a copy of 'config'. Logs errors and returns false,
 * with everything undone. */
bool agent_open(struct agent *agent, const struct config *config);

/* Starts the threads: the worker and the acceptor of controllers. The caller
 * has dropped the privileges that it does not need. Logs errors and returns
 * false. */
bool agent_start(struct agent *agent);

/* Closes all parts and removes the agent's interfaces. */
void agent_close(struct agent *agent);

#endif
