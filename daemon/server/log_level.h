/* SPDX-License-Identifier: Apache-2.0 */
/* The method log.level, which each daemon has. */
#ifndef LOG_LEVEL_H
#define LOG_LEVEL_H

#include "base/base.h"
#include "rpc.h"

/* A rpc_handler; does not use 'context'. */
struct json_object *rpc_method_log_level(void *context,
					 struct json_object *params,
					 struct rpc_error *error);

#endif
