/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "cgroup.h"
#include "message.h"

/* Between tries to start a supervisor. */
#define AGAIN_MS 1000

/* --- status -------------------------------------------------------------- */

struct json_object *program_json(const struct program *program)
{
	const struct program_status *status = &program->status;
	struct json_object *out = json_object_new_object();

	json_object_object_add(out, "state",
			       json_object_new_string(status->state));
	json_object_object_add(
		out, "on-failure",
		json_object_new_string(program->manifest.on_failure ==
						       GATE_FAIL_DROP
					       ? "drop"
					       : "bypass"));
	json_object_object_add(out, "failures",
			       json_object_new_uint64(status->failures));
	json_object_object_add(out, "since_us",
			       json_object_new_uint64(status->since_us));
	if (*status->reason)
		json_object_object_add(out, "reason",
				       json_object_new_string(status->reason));
	if (*status->details)
		json_object_object_add(
			out, "details",
			json_object_new_string(status->details));
	return out;
}

static void tell(const struct program *program)
{
	const struct program_status *status = &program->status;

	if (!strcmp(status->state, "failed"))
		log_warn("LVNF %s: its program has failed: %s%s%.*s",
			 program->name, status->reason,
			 *status->details ? ": " : "",
			 (int)strcspn(status->details, "\n"), status->details);
	else
		log_info("LVNF %s: its program is %s", program->name,
			 status->state);
	if (program->programs->changed)
		program->programs->changed(program->programs->arg, program);
}

/* --- calls --------------------------------------------------------------- */

static void finish_call(struct program_call *call, struct json_object *result,
			const struct node_error *error)
{
	call->done(call->arg, result, error);
	free(call);
}

static void fail_calls(struct program *program)
{
	struct node_error error;

	node_fail(&error, NODE_FAILED, "LVNF '%s': its supervisor has ended",
		  program->name);
	while (program->calls) {
		struct program_call *call = program->calls;

		program->calls = call->next;
		finish_call(call, NULL, &error);
	}
}

void program_call(struct program *program, struct json_object *request,
		  void (*done)(void *arg, struct json_object *result,
			       const struct node_error *error),
		  void *arg)
{
	struct program_call **at = &program->calls;
	struct program_call *call = malloc(sizeof(*call));
	struct node_error error;

	if (!call || program->watch.fd < 0) {
		free(call);
		json_object_put(request);
		node_fail(&error, NODE_FAILED,
			  "LVNF '%s': its supervisor is not there",
			  program->name);
		done(arg, NULL, &error);
		return;
	}
	*call = (struct program_call){ ++program->programs->last_id, done, arg,
				       NULL };
	while (*at)
		at = &(*at)->next;
	*at = call;
	json_object_object_add(request, "id", json_object_new_int64(call->id));
	/* What does not fit fails when the connection ends. */
	if (message_send(program->watch.fd, request))
		return;
	*at = NULL;
	node_fail(&error, NODE_INVALID,
		  "LVNF '%s': the request is too long, or too many wait",
		  program->name);
	finish_call(call, NULL, &error);
}

/* Ends the call that a message answers. */
static void on_answer(struct program *program, struct json_object *message)
{
	const int64_t id = (int64_t)program_read_number(message, "id");
	struct program_call **at = &program->calls, *call;
	struct json_object *result = NULL;
	struct node_error error = { .failure = NODE_FAILED };
	uint64_t failure = program_read_number(message, "failure");

	while (*at && (*at)->id != id)
		at = &(*at)->next;
	call = *at;
	if (!call)
		return;
	*at = call->next;
	if (json_object_object_get_ex(message, "result", &result)) {
		finish_call(call, json_object_get(result), NULL);
		return;
	}
	if (failure <= NODE_FAILED)
		error.failure = (enum node_failure)failure;
	program_read_text(error.text, sizeof(error.text), message, "text");
	program_read_text(error.details, sizeof(error.details), message,
			  "details");
	finish_call(call, NULL, &error);
}

/* --- the connection ------------------------------------------------------ */

static void launch(void *arg);

static void disconnect(struct program *program)
{
	if (program->watch.fd < 0)
		return;
	loop_remove(program->programs->loop, &program->watch);
	close(program->watch.fd);
	program->watch.fd = -1;
}

/* Does what the supervisor, which has ended, cannot do. */
static void close_gate(const struct program *program)
{
	struct node_error error;
	const struct lvnf *lvnf =
		node_find(program->programs->node, program->name, &error);
	struct gate_failure failure;

	if (!lvnf || gate_read_failure(&lvnf->gate, &failure))
		return;
	failure.action = (__u32)program->manifest.on_failure;
	gate_write_failure(&lvnf->gate, &failure);
}

static void on_end(struct program *program)
{
	disconnect(program);
	close_gate(program);
	/* Its sandbox ends with it; what remains must not stand beside the
	 * next one. */
	cgroup_end(program->name);
	strcpy(program->status.state, "failed");
	program->status.failures++;
	program->status.since_us = clock_us();
	if (!*program->status.reason)
		strcpy(program->status.reason, "its supervisor has ended");
	tell(program);
	fail_calls(program);
	loop_timer_start(program->programs->loop, &program->again, AGAIN_MS);
}

static void on_message(void *arg, uint32_t events)
{
	struct program *program = arg;
	struct json_object *message;
	bool is_over = false;

	(void)events;
	message = message_receive(program->watch.fd, &is_over);
	if (json_object_object_get_ex(message, "state", NULL)) {
		program_read_status(&program->status, message);
		tell(program);
	} else if (message) {
		on_answer(program, message);
	}
	json_object_put(message);
	if (is_over)
		on_end(program);
}

/* Takes a connection. */
static bool connect_to(struct program *program, int socket)
{
	program->watch.fd = socket;
	if (!loop_add(program->programs->loop, &program->watch, EPOLLIN))
		return true;
	close(socket);
	program->watch.fd = -1;
	return false;
}

/* Connects to the supervisor, or starts one. */
static void launch(void *arg)
{
	struct program *program = arg;
	struct program_start start = { .name = program->name,
				       .octets = program->octets,
				       .len = program->len };
	int err = 0;

	start.socket = message_connect(program->name, &start.supervisor);
	if (start.socket < 0) {
		close_gate(program);
		cgroup_end(program->name);
		err = program_launch(&start);
	}
	program->supervisor = start.supervisor;
	if (!err && connect_to(program, start.socket))
		return;
	log_warn("LVNF %s: its supervisor did not start: %s", program->name,
		 strerror(err));
	loop_timer_start(program->programs->loop, &program->again, AGAIN_MS);
}

/* --- the list ------------------------------------------------------------ */

struct program *programs_find(const struct programs *programs,
			      const char *name)
{
	struct program *program = programs->first;

	while (program && strcmp(program->name, name) != 0)
		program = program->next;
	return program;
}

/* Lists a program without a connection. Takes its octets over. */
static struct program *add(struct programs *programs, const char *name,
			   uint8_t *octets, size_t len)
{
	struct program *program = calloc(1, sizeof(*program));
	struct node_error error;

	if (!program) {
		free(octets);
		return NULL;
	}
	snprintf(program->name, sizeof(program->name), "%s", name);
	strcpy(program->status.state, "starting");
	program->programs = programs;
	program->octets = octets;
	program->len = len;
	program->watch = (struct loop_fd){ -1, on_message, program };
	program->again =
		(struct loop_timer){ .handler = launch, .arg = program };
	if (!manifest_parse(&program->manifest, octets, len, &error))
		log_warn("LVNF %s: %s", name, error.text);
	program->next = programs->first;
	programs->first = program;
	return program;
}

bool programs_add(struct programs *programs, struct program_start *start)
{
	struct program *program =
		add(programs, start->name, start->octets, start->len);

	start->octets = NULL;
	if (!program || !connect_to(program, start->socket)) {
		if (!program)
			close(start->socket);
		programs_remove(programs, start->name);
		return false;
	}
	program->supervisor = start->supervisor;
	program->status = start->status;
	return true;
}

static void take_out(struct programs *programs, struct program *program)
{
	struct program **at = &programs->first;

	while (*at != program)
		at = &(*at)->next;
	*at = program->next;
	loop_timer_stop(programs->loop, &program->again);
	disconnect(program);
	fail_calls(program);
	manifest_close(&program->manifest);
	free(program->octets);
	free(program);
}

void programs_remove(struct programs *programs, const char *name)
{
	struct program *program = programs_find(programs, name);

	if (program)
		take_out(programs, program);
}

static void adopt(struct programs *programs, const struct lvnf *lvnf)
{
	const struct stored_image *image =
		images_find(&programs->node->images, lvnf->state.image);
	struct node_error error;
	struct program *program;
	uint8_t *octets;

	octets = image ? images_read(programs->node->images.folder, image,
				     &error)
		       : NULL;
	if (!octets) {
		log_warn("LVNF %s: its image is gone, so its program cannot "
			 "be watched",
			 lvnf->name);
		return;
	}
	program = add(programs, lvnf->name, octets, image->len);
	if (program)
		launch(program);
}

void programs_open(struct programs *programs, struct loop *loop,
		   const struct node *node)
{
	programs->loop = loop;
	programs->node = node;
	for (const struct lvnf *lvnf = node->first; lvnf; lvnf = lvnf->next)
		if (lvnf->state.is_program)
			adopt(programs, lvnf);
}

void programs_close(struct programs *programs)
{
	while (programs->first)
		take_out(programs, programs->first);
}
