/* SPDX-License-Identifier: Apache-2.0 */
/* The methods of the protocol of packet nodes (CONTROL-CPP.md). */
#ifndef METHODS_H
#define METHODS_H

#include "cpp_error.h"
#include "orders.h"
#include "program/program.h"
#include "server/server.h"
#include "settle.h"
#include "state_copies.h"
#include "trigger_rounds.h"
#include "upload.h"

#define CPP_PROTOCOL 1

/* A session that learns what programs do. */
struct program_watch {
	struct session *session;
	bool is_on;
	struct program_watch *next;
};

struct program_watches {
	struct program_watch *first;
};

/* Ends the watch of a session, if it has one. */
void program_watch_end(struct program_watches *watches,
		       struct program_watch *watch);

/* Tells all watches, which are 'arg'. */
void cpp_program_changed(void *arg, const struct program *program);

/* What the methods work on. */
struct cpp_host {
	const char *name; /* of this node */
	struct node *node;
	struct orders *orders;
	struct orders *sendings; /* markers into the switch */
	struct switch_settle *switch_settle;
	struct settlings *settlings;
	struct programs *programs;
	struct program_watches *program_watches;
	struct trigger_rounds *trigger_rounds;
	const struct terms *terms; /* of all controllers */
	uint64_t started_ms;	   /* of the clock */
};

/* The context of every method, one for each session. */
struct cpp_session {
	const struct cpp_host *host;
	struct upload upload;
	struct state_copies state_copies;
	struct program_watch program_watch;
	struct trigger_watch watch;
};

/* All methods, in method_table.c. The list ends with a NULL name. */
extern const struct rpc_method cpp_methods[];

rpc_handler cpp_method_node_info, cpp_method_image_list,
	cpp_method_image_remove, cpp_method_lvnf_list, cpp_method_lvnf_pause,
	cpp_method_lvnf_resume, cpp_method_lvnf_flush, cpp_method_lvnf_stats,
	cpp_method_lvnf_limit, cpp_method_lvnf_read, cpp_method_lvnf_write,
	cpp_method_lvnf_relay, cpp_method_program_watch,
	cpp_method_marker_expect, cpp_method_marker_forget,
	cpp_method_marker_seen, cpp_method_state_changes,
	cpp_method_state_list, cpp_method_state_read, cpp_method_state_write,
	cpp_method_trigger_add, cpp_method_trigger_remove,
	cpp_method_trigger_list, cpp_method_trigger_watch,
	cpp_method_trigger_acknowledge;
rpc_starter cpp_start_claim, cpp_start_image_add, cpp_start_image_remove,
	cpp_start_lvnf_add, cpp_start_lvnf_read, cpp_start_lvnf_remove,
	cpp_start_lvnf_write, cpp_start_lvnf_pass, cpp_start_lvnf_settle,
	cpp_start_marker_send, cpp_start_state_changes, cpp_start_state_read,
	cpp_start_state_write, cpp_start_switch_settle;

/* Starts an order whose handler changes a listed LVNF and takes no time. */
rpc_starter cpp_start_lvnf_change;

/* Ends a call with a failure of the node. */
void cpp_refuse(struct rpc_call *call, const struct node_error *failure);

/* Returns an LVNF as the protocol describes it. */
struct json_object *cpp_lvnf_json(const struct cpp_host *host,
				  const struct lvnf *lvnf);

/* Fills '*error' with a failure of the node and returns NULL. */
struct json_object *cpp_fail(struct rpc_error *error,
			     const struct node_error *failure);

/* Reads member 'key', the name of an LVNF or an image. NULL: it is none, with
 * '*error' filled. */
const char *cpp_get_name(struct json_object *params, const char *key,
			 struct rpc_error *error);

/* Returns the LVNF that 'params' names, or NULL with '*error' filled. */
struct lvnf *cpp_get_lvnf(const struct cpp_session *in,
			  struct json_object *params, struct rpc_error *error);

/* Reads member 'migration', a random number. */
bool cpp_get_migration(struct json_object *params, uint64_t *migration,
		       struct rpc_error *error);

/* Adds values to an object. */
void cpp_add_text(struct json_object *object, const char *key,
		  const char *value);
void cpp_add_number(struct json_object *object, const char *key,
		    uint64_t value);

/* Adds 'one' to a list, unless the list would no longer fit into a line:
 * returns false then, and frees 'one'. '*octets' begins as 0. */
bool cpp_list_add(struct json_object *list, struct json_object *one,
		  size_t *octets);

#endif
