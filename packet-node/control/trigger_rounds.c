/* SPDX-License-Identifier: Apache-2.0 */
#include "trigger_rounds.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "server/server.h"

/* --- the kernel's measurement -------------------------------------------- */

/* Lets the kernel measure run times exactly while a trigger needs them. */
static void measure_if_needed(struct trigger_rounds *rounds)
{
	const bool is_needed =
		triggers_have(&rounds->triggers, TRIGGER_CPU_UTIL);

	if (!is_needed && rounds->run_time_fd >= 0) {
		close(rounds->run_time_fd);
		rounds->run_time_fd = -1;
	} else if (is_needed && rounds->run_time_fd < 0) {
		rounds->run_time_fd = lvnf_measure_run_time();
		if (rounds->run_time_fd < 0 && !rounds->has_warned) {
			rounds->has_warned = true;
			log_warn("triggers of cpu_util never fire, because "
				 "the kernel does not measure run times: %s",
				 strerror(errno));
		}
	}
}

/* --- events -------------------------------------------------------------- */

static void send_events(const struct trigger_rounds *rounds,
			struct trigger_watch *watch)
{
	const struct trigger_event *event;

	while (watch->sent < watch->acknowledged + TRIGGER_WINDOW &&
	       (event = triggers_event(&rounds->triggers, watch->sent))) {
		struct json_object *params = trigger_event_to_json(event);
		char *text;

		json_object_object_add(params, "log",
				       json_object_new_int64(rounds->log));
		text = rpc_notification("trigger.event", params);
		if (!text)
			return;
		watch->sent = event->number;
		session_notify(watch->session, text);
	}
}

void trigger_watch_begin(struct trigger_rounds *rounds,
			 struct trigger_watch *watch, uint64_t after)
{
	watch->sent = watch->acknowledged = after;
	if (!watch->is_active) {
		watch->is_active = true;
		watch->next = rounds->first;
		rounds->first = watch;
	}
	trigger_rounds_update(rounds);
}

void trigger_watch_end(struct trigger_rounds *rounds,
		       struct trigger_watch *watch)
{
	struct trigger_watch **at = &rounds->first;

	if (!watch->is_active)
		return;
	while (*at != watch)
		at = &(*at)->next;
	*at = watch->next;
	watch->is_active = false;
	trigger_rounds_update(rounds);
}

/* --- rounds -------------------------------------------------------------- */

static void judge_all(struct trigger_rounds *rounds)
{
	struct triggers *triggers = &rounds->triggers;
	struct trigger_sample sample;
	const struct lvnf *lvnf;

	triggers_begin(triggers, clock_us());
	for (lvnf = rounds->node->first; lvnf; lvnf = lvnf->next)
		if (triggers_turn(triggers, lvnf->name) &&
		    !lvnf_sample(lvnf, rounds->run_time_fd >= 0, &sample))
			triggers_judge(triggers, &sample);
	triggers_end(triggers);
}

/* A round that comes late does not move the later ones, unless it is more than
 * a period late. */
static void start_timer(struct trigger_rounds *rounds)
{
	const uint64_t now_ms = clock_ms();

	rounds->due_ms += TRIGGER_PERIOD_MS;
	if (rounds->due_ms < now_ms ||
	    rounds->due_ms > now_ms + TRIGGER_PERIOD_MS)
		rounds->due_ms = now_ms + TRIGGER_PERIOD_MS;
	loop_timer_start(rounds->loop, &rounds->timer,
			 rounds->due_ms - now_ms);
}

static void on_round(void *arg)
{
	struct trigger_rounds *rounds = arg;

	if (rounds->triggers.n)
		judge_all(rounds);
	for (struct trigger_watch *watch = rounds->first; watch;
	     watch = watch->next)
		send_events(rounds, watch);
	start_timer(rounds);
}

int trigger_rounds_init(struct trigger_rounds *rounds, struct loop *loop,
			struct node *node)
{
	uint64_t random = 0;
	int err = 0;

	if (getrandom(&random, sizeof(random), 0) != sizeof(random))
		err = errno;
	memset(rounds, 0, sizeof(*rounds));
	rounds->loop = loop;
	rounds->node = node;
	rounds->log = (int64_t)(random % TERM_MAX) + 1;
	rounds->timer =
		(struct loop_timer){ .handler = on_round, .arg = rounds };
	rounds->run_time_fd = -1;
	triggers_init(&rounds->triggers);
	return err;
}

void trigger_rounds_update(struct trigger_rounds *rounds)
{
	const bool is_needed = rounds->triggers.n || rounds->first;

	measure_if_needed(rounds);
	if (is_needed && !rounds->is_running)
		start_timer(rounds);
	else if (!is_needed && rounds->is_running)
		loop_timer_stop(rounds->loop, &rounds->timer);
	rounds->is_running = is_needed;
}

void trigger_rounds_close(struct trigger_rounds *rounds)
{
	loop_timer_stop(rounds->loop, &rounds->timer);
	if (rounds->run_time_fd >= 0)
		close(rounds->run_time_fd);
	triggers_destroy(&rounds->triggers);
}
