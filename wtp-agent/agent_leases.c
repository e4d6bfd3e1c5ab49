/* SPDX-License-Identifier: Apache-2.0 */
#include "agent_leases.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent_state.h"

/* The pause before a failed removal is repeated. */
#define REMOVAL_RETRY_MS 1000

_Static_assert(LEASES_MAX <= 64, "a slot is a bit of 'unremoved'");

/* A caller that awaits the installation of a lease, or its removal. */
struct lease_waiter {
	struct lease_waiter *next;
	unsigned int radio, slot;
	bool installs;
	bool changes; /* the lease is new, or ends */
	control_lease_done *done;
	void *arg;
};

/* Adds a waiter to the end of the list. Returns NULL without memory. */
static struct lease_waiter *add_waiter(struct agent *agent,
				       const struct lease_waiter *waiter)
{
	struct lease_waiter **at = &agent->lease_waiters;
	struct lease_waiter *added = malloc(sizeof(*added));

	if (!added)
		return NULL;
	while (*at)
		at = &(*at)->next;
	*added = *waiter;
	added->next = NULL;
	*at = added;
	return added;
}

static void finish_waiter(struct agent *agent, struct lease_waiter *waiter,
			  int err)
{
	struct lease_waiter **at = &agent->lease_waiters;

	while (*at != waiter)
		at = &(*at)->next;
	*at = waiter->next;
	waiter->done(waiter->arg, err, waiter->changes);
	free(waiter);
}

/* Answers all that wait for the installation or removal of a slot. */
static void finish_waiters(struct agent *agent,
			   const struct radio_result *result, bool installs)
{
	struct lease_waiter *waiter;

	do {
		waiter = agent->lease_waiters;
		while (waiter && (waiter->radio != result->radio->index ||
				  waiter->slot != result->slot ||
				  waiter->installs != installs))
			waiter = waiter->next;
		if (waiter)
			finish_waiter(agent, waiter,
				      installs ? result->err : 0);
	} while (waiter);
}

/* Returns how many interfaces remain, of ended leases and of access points. */
static unsigned int count_remaining(const struct agent *agent)
{
	int n = 0;

	for (unsigned int i = 0; i < agent->radios_n; i++)
		n += __builtin_popcountll(agent->unremoved[i]) +
		     __builtin_popcountll(
			     aggregation_remaining(&agent->aggregation, i));
	return (unsigned int)n;
}

/* Handles the result of a removal. The timer repeats one that failed. */
static void note_removal(struct agent *agent,
			 const struct radio_result *result,
			 const char *failure)
{
	agent->counters.pending_removals = count_remaining(agent);
	if (!result->err)
		return;
	agent->counters.failed_removals++;
	log_limited(LOG_LEVEL_WARN, "%s: %s: %s", result->radio->config->phy,
		    failure, strerror(result->err));
	if (!agent->removal_timer.armed)
		loop_timer_start(&agent->loop, &agent->removal_timer,
				 REMOVAL_RETRY_MS);
}

static void on_ack_deleted(void *arg, const struct radio_result *result)
{
	uint64_t bit = (uint64_t)1 << result->slot;
	struct agent *agent = arg;
	uint64_t *unremoved = &agent->unremoved[result->radio->index];

	agent->removing[result->radio->index] &= ~bit;
	*unremoved = result->err ? *unremoved | bit : *unremoved & ~bit;
	note_removal(agent, result, "an ended lease still acknowledges");
	finish_waiters(agent, result, false);
}

static void on_ap_stopped(void *arg, const struct radio_result *result)
{
	note_removal(arg, result, "an access point for aggregation remains");
}

static void delete_ack(struct agent *agent, struct radio *radio,
		       unsigned int slot, const uint8_t *bssid)
{
	agent->removing[radio->index] |= (uint64_t)1 << slot;
	radio_request_ack_del(radio, slot, bssid, on_ack_deleted, agent);
}

static void repeat_removals(void *arg)
{
	static const uint8_t unknown[ADDR_LEN];
	struct agent *agent = arg;

	for (size_t i = 0; i < agent->radios_n; i++) {
		uint64_t slots = agent->unremoved[i] & ~agent->removing[i];
		uint64_t aps = aggregation_remaining(&agent->aggregation,
						     (unsigned int)i);
		struct radio *radio = &agent->radios[i];

		for (unsigned int slot = 0; slot < LEASES_MAX; slot++) {
			if (aps >> slot & 1)
				aggregation_remove_ap(&agent->aggregation,
						      radio, slot);
			if (slots >> slot & 1)
				delete_ack(agent, radio, slot, unknown);
		}
	}
}

static bool lease_is_blocked(void *arg, unsigned int index, unsigned int slot)
{
	const struct agent *agent = arg;

	return (agent->unremoved[index] | agent->removing[index] |
		aggregation_remaining(&agent->aggregation, index)) >>
		       slot &
	       1;
}

/* Warns when a lease makes the radio acknowledge more foreign addresses than
 * before. */
static void check_mask(struct agent *agent, const struct radio *radio)
{
	unsigned int *warned = &agent->warned_bits[radio->index];
	char text[BSSID_MASK_TEXT_MAX];
	struct bssid_mask mask;

	if (!abilities_driver_masks_bssids(radio->abilities.driver))
		return;
	mask = bssid_mask_of(&agent->leases, radio->index);
	if (mask.differing <= *warned || !bssid_mask_foreign(&mask))
		return;
	*warned = mask.differing;
	log_warn("%s", bssid_mask_text(&mask, radio->config->phy,
				       radio->abilities.driver, text));
}

static void on_ack_added(void *arg, const struct radio_result *result)
{
	struct agent *agent = arg;
	struct radio *radio = result->radio;
	char text[ADDR_TEXTLEN];
	bool exists;

	addr_format(result->bssid, text);
	if (result->err)
		log_limited(LOG_LEVEL_WARN,
			    "%s: cannot acknowledge frames to %s: %s",
			    radio->config->phy, text, strerror(result->err));
	else
		log_info("%s: acknowledging frames to %s", radio->config->phy,
			 text);
	exists = lease_finish_install(&agent->leases, radio->index,
				      result->slot, result->err);
	/* If the lease has ended its removal is on the way. */
	if (exists && result->err) {
		aggregation_stop(&agent->aggregation, radio, result->slot);
		delete_ack(agent, radio, result->slot, result->bssid);
	} else if (exists) {
		lease_set_ack_ifindex(&agent->leases, radio->index,
				      result->slot, result->ack_ifindex);
		/* Access points of other leases would keep this VAP's frames
		 * off the air until its own access point starts. */
		aggregation_stop_radio(&agent->aggregation, radio);
		check_mask(agent, radio);
	}
	finish_waiters(agent, result, true);
}

static void lease_install(void *arg, unsigned int index, unsigned int slot,
			  const uint8_t *bssid)
{
	struct agent *agent = arg;

	if (agent->granting)
		agent->granting->slot = slot;
	agent->granting = NULL;
	radio_request_ack_add(&agent->radios[index], slot, bssid, on_ack_added,
			      agent);
}

static void lease_remove(void *arg, unsigned int index, unsigned int slot,
			 const uint8_t *bssid)
{
	struct agent *agent = arg;
	struct radio *radio = &agent->radios[index];
	char text[ADDR_TEXTLEN];

	vsta_forget(&agent->vsta, bssid);
	queue_forget(&radio->queue, bssid);
	aggregation_stop(&agent->aggregation, radio, slot);
	delete_ack(agent, radio, slot, bssid);
	addr_format(bssid, text);
	log_info("%s: lease of %s ended", radio->config->phy, text);
}

static const struct lease_ops ops = { lease_is_blocked, lease_install,
				      lease_remove };

static void schedule_expiry(struct agent *agent)
{
	uint64_t next = lease_next_expiry(&agent->leases), now = clock_ms();

	if (next == LEASE_FOREVER)
		loop_timer_stop(&agent->loop, &agent->lease_timer);
	else
		loop_timer_start(&agent->loop, &agent->lease_timer,
				 next > now ? next - now : 0);
}

static void expire_leases(void *arg)
{
	struct agent *agent = arg;

	lease_expire(&agent->leases, clock_ms());
	schedule_expiry(agent);
}

void agent_leases_init(struct agent *agent)
{
	lease_init(&agent->leases, &ops, agent);
	agent->lease_timer =
		(struct loop_timer){ .handler = expire_leases, .arg = agent };
	agent->removal_timer = (struct loop_timer){ .handler = repeat_removals,
						    .arg = agent };
	aggregation_watch_stops(&agent->aggregation, on_ap_stopped, agent);
}

/* Grants a lease and calls 'done' when it is installed. */
static void grant(struct agent *agent, const uint8_t *bssid,
		  enum lease_role role, unsigned int index,
		  uint64_t expires_ms, control_lease_done *done, void *arg)
{
	const struct lease_waiter in = {
		.radio = index,
		.slot = LEASES_MAX, /* none */
		.installs = true,
		.changes = true,
		.done = done,
		.arg = arg,
	};
	struct lease_waiter *waiter = add_waiter(agent, &in);
	const struct lease *lease;
	bool created;
	int err;

	if (!waiter) {
		done(arg, ENOMEM, false);
		return;
	}
	agent->granting = waiter;
	err = lease_grant(&agent->leases, bssid, role, index,
			  radio_max_leases(&agent->radios[index]), expires_ms,
			  &created);
	agent->granting = NULL;
	/* The installation answers, or has answered. */
	if (!err && created)
		return;
	waiter->changes = false;
	lease = err ? NULL : lease_find_any(&agent->leases, bssid);
	if (lease && !lease->installed)
		waiter->slot = lease->slot;
	else
		finish_waiter(agent, waiter, err);
}

static void store_error(void *arg, int err, bool created)
{
	(void)created;
	*(int *)arg = err;
}

bool agent_leases_grant_configured(struct agent *agent)
{
	for (size_t i = 0; i < agent->radios_n; i++) {
		const struct radio *radio = &agent->radios[i];

		for (size_t j = 0; j < radio->config->leases_n; j++) {
			int err = 0;

			grant(agent, radio->config->leases[j], LEASE_AP,
			      radio->index, LEASE_FOREVER, store_error, &err);
			if (!err)
				continue;
			log_error("%s: cannot grant a configured lease: %s",
				  radio->config->phy, strerror(err));
			return false;
		}
	}
	return true;
}

void agent_leases_grant(struct agent *agent, const uint8_t *bssid,
			enum lease_role role, unsigned int radio,
			uint64_t ttl_ms, control_lease_done *done, void *arg)
{
	grant(agent, bssid, role, radio, clock_ms() + ttl_ms, done, arg);
	schedule_expiry(agent);
}

void agent_leases_release(struct agent *agent, const uint8_t *bssid,
			  unsigned int radio, control_lease_done *done,
			  void *arg)
{
	const struct lease *lease = lease_find_any(&agent->leases, bssid);
	struct lease_waiter in = {
		.radio = radio,
		.installs = false,
		.changes = true,
		.done = done,
		.arg = arg,
	};

	if (!lease || lease->radio != radio) {
		done(arg, 0, false);
		return;
	}
	in.slot = lease->slot;
	if (!add_waiter(agent, &in)) {
		done(arg, ENOMEM, false);
		return;
	}
	lease_release(&agent->leases, bssid, radio);
	schedule_expiry(agent);
}

void agent_leases_destroy(struct agent *agent)
{
	loop_timer_stop(&agent->loop, &agent->lease_timer);
	lease_destroy(&agent->leases);
	loop_timer_stop(&agent->loop, &agent->removal_timer);
}
