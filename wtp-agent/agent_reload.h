/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the configuration again while the agent runs. */
#ifndef AGENT_RELOAD_H
#define AGENT_RELOAD_H

#include "agent_state.h"

/* Applies the options of the file at 'path' that need no restart. Logs the
 * other options that differ. A file with errors changes nothing. What a
 * controller has set stays until the file has another value than before. */
void agent_reload(struct agent *agent, const char *path);

#endif
