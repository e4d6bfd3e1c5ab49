/* SPDX-License-Identifier: Apache-2.0 */
/* What a daemon serves to controllers. */
#ifndef SERVICE_H
#define SERVICE_H

#include <stddef.h>

#include "config/config.h"
#include "credentials.h"
#include "rpc.h"
#include "terms.h"

struct loop;
struct session;

#define SERVICE_CALLS_MAX 64

struct service {
	struct loop *loop;
	const struct config_control *config;
	const struct credentials_owner *owner;
	const struct rpc_method *methods;
	struct terms *terms; /* of the daemon, which may show them */
	/* Requests of a session that run at a time, 1 to SERVICE_CALLS_MAX.
	 * With 1, answers come in the order of requests. */
	unsigned int calls_max;
	/* Returns the context of a new session's methods, NULL without memory.
	 */
	void *(*opened)(void *arg, struct session *session);
	/* The session ends: frees its context. */
	void (*closed)(void *arg, void *context);
	void *arg;
};

#endif
