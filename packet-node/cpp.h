/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon cloudmac-cpp of a packet node. The protocol is in CONTROL-CPP.md.
 */
#ifndef CPP_H
#define CPP_H

#include "control/methods.h"
#include "cpp_config.h"

/* Sessions that the server serves at a time. */
#define CPP_SESSIONS_MAX 16

struct cpp {
	struct loop loop;
	const struct cpp_config *config;
	struct terms terms;
	struct node node;
	struct orders orders;
	struct orders sendings;
	struct switch_settle switch_settle;
	struct settlings settlings;
	struct programs programs;
	struct program_watches program_watches;
	struct trigger_rounds trigger_rounds;
	struct cpp_host host;
	struct credentials_owner owner;
	struct service service;
	struct server *server;
	unsigned int sessions_n;
	struct loop_timer join; /* until the switch has answered */
};

/* Returns whose certificate a packet node needs. */
struct credentials_owner cpp_owner(const struct cpp_config *config);

/* Listens. 'config' must outlive it. Logs errors and returns false; the caller
 * closes it also then. */
bool cpp_open(struct cpp *cpp, const struct cpp_config *config);

/* Adopts the LVNFs and begins to serve controllers. The caller has dropped the
 * privileges that it does not need. Logs errors and returns false. */
bool cpp_start(struct cpp *cpp);

/* All LVNFs live on. */
void cpp_close(struct cpp *cpp);

#endif
