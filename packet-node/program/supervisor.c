/* SPDX-License-Identifier: Apache-2.0 */
#include "supervisor.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "child.h"
#include "message.h"
#include "program_request.h"
#include "supervision.h"

#define OUTPUT_MAX 512	 /* octets of a program's output that are kept */
#define PROBE_MAX  65536 /* octets that a probe may print */
#define RULESET_MS 10000
#define LOOK_MS	   1000 /* between looks for the pins */
#define LISTENERS  2
#define PER_CHILD  2

enum { CHILD_PROGRAM, CHILD_PROBE, CHILD_REQUEST, CHILDREN };

struct supervisor {
	const char *lvnf;
	struct manifest manifest;
	struct sandbox sandbox;
	struct gate gate;
	struct gate_failure failure;
	struct supervision supervision;
	struct child children[CHILDREN];
	struct program_request request; /* of the third child */
	int connection;
	char reason[160], details[256]; /* of the last failure */
	uint64_t since_us;		/* of the present state */
	bool is_stopped;
};

/* --- the gate and the state ---------------------------------------------- */

static bool is_open(const struct supervisor *own)
{
	return own->failure.action == GATE_RUNS;
}

static const char *state_of(const struct supervisor *own)
{
	if (is_open(own))
		return "running";
	return own->supervision.failures ? "failed" : "starting";
}

static void add_text(struct json_object *object, const char *key,
		     const char *value)
{
	if (*value)
		json_object_object_add(object, key,
				       json_object_new_string(value));
}

static struct json_object *state_json(const struct supervisor *own)
{
	struct json_object *out = json_object_new_object();

	add_text(out, "state", state_of(own));
	json_object_object_add(
		out, "failures",
		json_object_new_uint64(own->supervision.failures));
	add_text(out, "reason", own->reason);
	add_text(out, "details", own->details);
	json_object_object_add(out, "since_us",
			       json_object_new_uint64(own->since_us));
	return out;
}

static void disconnect(struct supervisor *own)
{
	if (own->connection >= 0)
		close(own->connection);
	own->connection = -1;
}

/* A daemon that does not read is disconnected, and connects again. */
static void send_message(struct supervisor *own, struct json_object *message)
{
	if (own->connection < 0)
		json_object_put(message);
	else if (!message_send(own->connection, message))
		disconnect(own);
}

/* Opens or closes the gate as the program's state is, and tells it. */
static void set_gate(struct supervisor *own, uint64_t failures_before)
{
	const bool opens = own->supervision.state == SUPERVISION_RUNNING;
	const bool changes = opens != is_open(own);

	own->failure.action =
		opens ? GATE_RUNS : (__u32)own->manifest.on_failure;
	if (changes)
		gate_write_failure(&own->gate, &own->failure);
	if (!changes && failures_before == own->supervision.failures)
		return;
	own->since_us = clock_us();
	send_message(own, state_json(own));
}

/* Keeps why something failed. */
static void note(struct supervisor *own, const char *what,
		 const struct child *child)
{
	struct node_error error = { 0 };
	char how[64];

	child_explain(child, how, sizeof(how));
	snprintf(own->reason, sizeof(own->reason), "%s %s", what, how);
	if (child->text)
		node_error_tail(&error, child->text);
	snprintf(own->details, sizeof(own->details), "%s", error.details);
}

/* --- programs and probes ------------------------------------------------- */

static void start_program(struct supervisor *own, uint64_t now_ms)
{
	static const struct child_limits limits = { .max = OUTPUT_MAX,
						    .keeps_end = true };
	const struct sandbox_job job = {
		.words = own->manifest.command.words,
		.input = -1,
		.has_errors = true,
	};
	struct child *child = &own->children[CHILD_PROGRAM];

	if (child_start(child, &own->sandbox, job, &limits, now_ms))
		return;
	note(own, "the program", child);
	child_clear(child);
	supervision_ended(&own->supervision, now_ms);
}

static void start_probe(struct supervisor *own, uint64_t now_ms)
{
	const struct child_limits limits = {
		.max = PROBE_MAX,
		.limit_ms = own->manifest.probe.limit_ms,
	};
	const struct sandbox_job job = {
		.words = own->manifest.probe.words,
		.input = -1,
		.has_errors = true,
	};
	struct child *child = &own->children[CHILD_PROBE];

	if (child_start(child, &own->sandbox, job, &limits, now_ms))
		return;
	note(own, "the probe", child);
	child_clear(child);
	supervision_probed(&own->supervision, false, now_ms);
}

static void end_probe(struct supervisor *own, uint64_t now_ms)
{
	struct child *child = &own->children[CHILD_PROBE];
	const bool is_good = child->failure == CHILD_GOOD;

	if (!is_good)
		note(own, "the probe", child);
	child_clear(child);
	supervision_probed(&own->supervision, is_good, now_ms);
}

static void end_program(struct supervisor *own, uint64_t now_ms)
{
	struct child *child = &own->children[CHILD_PROGRAM];

	/* Else the reason is what the supervisor has ended it for. */
	if (own->supervision.state != SUPERVISION_ENDING)
		note(own, "the program", child);
	child_clear(child);
	child_kill(&own->children[CHILD_PROBE]);
	child_clear(&own->children[CHILD_PROBE]);
	supervision_ended(&own->supervision, now_ms);
}

/* Does what the policy says, until it has nothing to do. */
static void follow(struct supervisor *own, uint64_t now_ms)
{
	struct supervision *supervision = &own->supervision;
	enum supervision_action action;

	while ((action = supervision_next(supervision, now_ms)) !=
	       SUPERVISION_WAIT) {
		if (action == SUPERVISION_START)
			start_program(own, now_ms);
		else if (action == SUPERVISION_PROBE)
			start_probe(own, now_ms);
		else
			child_end(&own->children[CHILD_PROGRAM]);
	}
}

/* --- requests ------------------------------------------------------------ */

static void finish_request(struct supervisor *own)
{
	struct child *child = &own->children[CHILD_REQUEST];

	send_message(own, program_request_end(&own->request, child));
	child_clear(child);
}

static void start_request(struct supervisor *own, struct json_object *message,
			  uint64_t now_ms)
{
	struct child *child = &own->children[CHILD_REQUEST];
	struct child_limits limits;
	struct sandbox_job job;
	struct json_object *answer = program_request_begin(
		&own->request, &own->manifest, message, &job, &limits);

	if (answer)
		send_message(own, answer);
	else if (!child_start(child, &own->sandbox, job, &limits, now_ms))
		finish_request(own);
	if (job.input >= 0)
		close(job.input);
}

/* Handles one message. Others wait while a command runs. */
static void on_message(struct supervisor *own, uint64_t now_ms)
{
	struct json_object *message, *value;
	bool is_over;

	message = message_receive(own->connection, &is_over);
	if (is_over)
		disconnect(own);
	if (json_object_object_get_ex(message, "do", &value)) {
		if (!strcmp(json_object_get_string(value), "stop"))
			own->is_stopped = true;
		else
			start_request(own, message, now_ms);
	}
	json_object_put(message);
}

/* A new daemon takes the place of one that has ended. */
static void on_connection(struct supervisor *own)
{
	int fd = message_accept(SUPERVISOR_LISTENER);

	if (fd < 0)
		return;
	disconnect(own);
	own->connection = fd;
	send_message(own, state_json(own));
}

/* --- the loop ------------------------------------------------------------ */

static bool has_pins(const struct supervisor *own)
{
	char path[NODE_PATH_LEN];

	pins_path(path, own->lvnf, NULL);
	return !access(path, F_OK);
}

/* Returns how long to wait, at most until 'at_ms'. */
static int wait_ms(const struct supervisor *own, uint64_t now_ms,
		   uint64_t at_ms)
{
	uint64_t due_ms = supervision_due(&own->supervision);

	for (int i = 0; i < CHILDREN; i++)
		if (child_is_alive(&own->children[i]) &&
		    own->children[i].deadline_ms < due_ms)
			due_ms = own->children[i].deadline_ms;
	if (at_ms < due_ms)
		due_ms = at_ms;
	return due_ms > now_ms ? (int)(due_ms - now_ms) : 0;
}

static void handle(struct supervisor *own, const struct pollfd *fds,
		   uint64_t now_ms)
{
	const uint64_t failures = own->supervision.failures;
	const struct pollfd *of_child = fds + LISTENERS;

	if (child_handle(&own->children[CHILD_PROGRAM], of_child, now_ms))
		end_program(own, now_ms);
	of_child += PER_CHILD;
	/* The end of the program may have ended it. */
	if (child_handle(&own->children[CHILD_PROBE], of_child, now_ms))
		end_probe(own, now_ms);
	set_gate(own, failures);
	of_child += PER_CHILD;
	if (child_handle(&own->children[CHILD_REQUEST], of_child, now_ms))
		finish_request(own);
	if (fds[0].revents)
		on_connection(own);
	else if (fds[1].revents)
		on_message(own, now_ms);
}

static void run(struct supervisor *own)
{
	struct pollfd fds[LISTENERS + CHILDREN * PER_CHILD];
	uint64_t look_ms = clock_ms() + LOOK_MS;

	while (!own->is_stopped) {
		uint64_t now_ms = clock_ms();
		uint64_t failures = own->supervision.failures;

		follow(own, now_ms);
		set_gate(own, failures);
		if (now_ms >= look_ms) {
			own->is_stopped = !has_pins(own);
			look_ms = now_ms + LOOK_MS;
		}
		fds[0] = (struct pollfd){ SUPERVISOR_LISTENER, POLLIN, 0 };
		fds[1] = (struct pollfd){ own->connection, POLLIN, 0 };
		if (child_is_alive(&own->children[CHILD_REQUEST]))
			fds[1].fd = -1;
		for (int i = 0; i < CHILDREN; i++)
			child_poll(&own->children[i],
				   &fds[LISTENERS + i * PER_CHILD]);
		if (poll(fds, LISTENERS + CHILDREN * PER_CHILD,
			 wait_ms(own, now_ms, look_ms)) >= 0)
			handle(own, fds, clock_ms());
	}
}

/* --- beginning and end --------------------------------------------------- */

/* Returns a descriptor of the ruleset, or -1. It may use the addresses of the
 * bridge. Its lines keep their numbers. */
static int put_ruleset(const struct supervisor *own)
{
	const char *ip = own->manifest.address;
	char text[ADDR_TEXTLEN], before[160];
	uint8_t address[6];

	if (bridge_read_ethernet(own->sandbox.network, address))
		return -1;
	snprintf(before, sizeof(before),
		 "flush ruleset; define br0 = %s; %s%s%s",
		 addr_format(address, text), *ip ? "define address = " : "",
		 ip, *ip ? "; " : "");
	return program_request_input(before, own->manifest.ruleset);
}

/* Has the kernel go on with connections of TCP from another node, of whose
 * windows it knows nothing. The ruleset has made it track connections. */
static void accept_connections(const struct supervisor *own)
{
	bool has_connections = false;

	for (size_t i = 0; i < own->manifest.handlers_n; i++)
		has_connections |=
			own->manifest.handlers[i].kind == MANIFEST_CONNECTIONS;
	if (has_connections)
		bridge_accept_connections(own->sandbox.network);
}

/* Loads the ruleset, unless the kernel has it from an earlier supervisor. */
static bool load_ruleset(struct supervisor *own)
{
	static const char *const words[] = { "/usr/sbin/nft", "-f", "-",
					     NULL };
	const struct child_limits limits = { .max = PROBE_MAX,
					     .limit_ms = RULESET_MS };
	struct sandbox_job job = { .words = words,
				   .has_errors = true,
				   .is_admin = true };
	struct child child;

	if (!own->manifest.ruleset || own->failure.has_ruleset)
		return true;
	job.input = put_ruleset(own);
	if (job.input < 0)
		return false;
	if (child_start(&child, &own->sandbox, job, &limits, clock_ms())) {
		struct pollfd fds[PER_CHILD];

		do {
			child_poll(&child, fds);
			poll(fds, PER_CHILD, RULESET_MS / 100);
		} while (!child_handle(&child, fds, clock_ms()));
	}
	close(job.input);
	own->failure.has_ruleset = child.failure == CHILD_GOOD;
	if (own->failure.has_ruleset)
		gate_write_failure(&own->gate, &own->failure);
	else
		note(own, "the ruleset was not loaded: nft", &child);
	child_clear(&child);
	return own->failure.has_ruleset;
}

static bool read_manifest(struct supervisor *own)
{
	struct node_error error;
	struct stat status;
	uint8_t *octets;
	bool is_good;
	size_t len;

	if (fstat(SUPERVISOR_MANIFEST, &status))
		return false;
	len = (size_t)status.st_size;
	octets = malloc(len + 1);
	is_good = octets &&
		  pread(SUPERVISOR_MANIFEST, octets, len, 0) == (ssize_t)len &&
		  manifest_parse(&own->manifest, octets, len, &error);
	free(octets);
	if (octets && !is_good)
		snprintf(own->reason, sizeof(own->reason), "%.159s",
			 error.text);
	return is_good;
}

static bool prepare(struct supervisor *own)
{
	char path[NODE_PATH_LEN];
	int err;

	if (!read_manifest(own))
		return false;
	pins_path(path, own->lvnf, NULL);
	err = gate_open_pinned(&own->gate, path);
	if (!err)
		err = gate_read_failure(&own->gate, &own->failure);
	if (!err)
		err = sandbox_open(&own->sandbox, own->lvnf, &own->manifest);
	if (err)
		snprintf(own->reason, sizeof(own->reason), "%s",
			 strerror(err));
	if (err || !load_ruleset(own))
		return false;
	accept_connections(own);
	return true;
}

/* Tells the daemon, which is connected or comes soon, why it ends. */
static void refuse(struct supervisor *own)
{
	struct pollfd fd = { SUPERVISOR_LISTENER, POLLIN, 0 };
	struct json_object *state;

	poll(&fd, 1, RULESET_MS);
	own->connection = message_accept(SUPERVISOR_LISTENER);
	state = state_json(own);
	json_object_object_add(state, "state",
			       json_object_new_string("refused"));
	send_message(own, state);
}

int supervisor_main(const char *lvnf)
{
	static struct supervisor own;
	sigset_t none;
	bool is_good;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_IGN);
	own.lvnf = lvnf;
	own.connection = -1;
	own.since_us = clock_us();
	gate_init(&own.gate);
	for (int i = 0; i < CHILDREN; i++)
		own.children[i] =
			(struct child){ .process = -1, .output = -1 };
	is_good = prepare(&own);
	if (is_good) {
		const struct manifest *manifest = &own.manifest;

		supervision_init(&own.supervision, manifest->command.words[0],
				 manifest->probe.words[0] ? manifest->period_ms
							  : 0,
				 clock_ms());
		run(&own);
	} else {
		refuse(&own);
	}
	for (int i = 0; i < CHILDREN; i++)
		child_kill(&own.children[i]);
	/* The connection ends last: the daemon waits for that. */
	cgroup_end(lvnf);
	return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
