/* SPDX-License-Identifier: Apache-2.0 */
#include "agent_leases.h"

#include <errno.h>
#include <string.h>

#include "agent_state.h"

/* The pause before a failed removal is repeated. */
#define REMOVAL_RETRY_MS 1000

_Static_assert(LEASES_MAX <= 64, "a slot is a bit of 'unremoved'");

/* Ends to acknowledge for a slot. A radio that fails goes on: then the timer
 * repeats it, and so does a new lease. */
static int remove_ack(struct agent *agent, const struct radio *radio,
		      unsigned int slot)
{
	uint64_t *unremoved = &agent->unremoved[radio->index];
	uint64_t bit = (uint64_t)1 << slot;
	int err = radio->ops->ack_del(&agent->radios[radio->index], slot);

	agent->counters.pending_removals += (err && !(*unremoved & bit));
	agent->counters.pending_removals -= (!err && (*unremoved & bit));
	if (!err) {
		*unremoved &= ~bit;
		return 0;
	}
	*unremoved |= bit;
	agent->counters.failed_removals++;
	log_limited(LOG_LEVEL_WARN,
		    "%s: an ended lease still acknowledges: %s",
		    radio->config->phy, strerror(err));
	if (!agent->removal_timer.armed)
		loop_timer_start(&agent->loop, &agent->removal_timer,
				 REMOVAL_RETRY_MS);
	return err;
}

static void repeat_removals(void *arg)
{
	struct agent *agent = arg;

	for (size_t i = 0; i < agent->radios_n; i++)
		for (unsigned int slot = 0; slot < LEASES_MAX; slot++)
			if (agent->unremoved[i] >> slot & 1)
				remove_ack(agent, &agent->radios[i], slot);
}

static bool lease_is_blocked(void *arg, unsigned int index, unsigned int slot)
{
	struct agent *agent = arg;

	return (agent->unremoved[index] >> slot & 1) &&
	       remove_ack(agent, &agent->radios[index], slot);
}

static int lease_ack_add(void *arg, unsigned int index, unsigned int slot,
			 const uint8_t *bssid)
{
	struct agent *agent = arg;
	struct radio *radio = &agent->radios[index];
	char text[ADDR_TEXTLEN];
	int err = radio->ops->ack_add(radio, slot, bssid);

	addr_format(bssid, text);
	if (err) {
		remove_ack(agent, radio, slot);
		log_limited(LOG_LEVEL_WARN,
			    "%s: cannot acknowledge frames to %s: %s",
			    radio->config->phy, text, strerror(err));
		return err;
	}
	log_info("%s: acknowledging frames to %s", radio->config->phy, text);
	/* Access points of other leases would keep this VAP's frames off the
	 * air until its own access point starts. */
	aggregation_stop_radio(&agent->aggregation, radio);
	return 0;
}

static void lease_ack_del(void *arg, unsigned int index, unsigned int slot,
			  const uint8_t *bssid)
{
	struct agent *agent = arg;
	struct radio *radio = &agent->radios[index];
	char text[ADDR_TEXTLEN];

	aggregation_stop(&agent->aggregation, radio, slot);
	remove_ack(agent, radio, slot);
	addr_format(bssid, text);
	log_info("%s: lease of %s ended", radio->config->phy, text);
}

static const struct lease_ops ops = { lease_is_blocked, lease_ack_add,
				      lease_ack_del };

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
}

bool agent_leases_grant_configured(struct agent *agent)
{
	bool created;

	for (size_t i = 0; i < agent->radios_n; i++) {
		const struct radio *radio = &agent->radios[i];

		for (size_t j = 0; j < radio->config->leases_n; j++) {
			int err = lease_grant(
				&agent->leases, radio->config->leases[j],
				radio->index, radio_max_leases(radio),
				LEASE_FOREVER, &created);

			if (!err)
				continue;
			log_error("%s: cannot grant a configured lease: %s",
				  radio->config->phy, strerror(err));
			return false;
		}
	}
	return true;
}

int agent_leases_grant(struct agent *agent, const uint8_t *bssid,
		       unsigned int radio, uint64_t ttl_ms, bool *created)
{
	int err = lease_grant(&agent->leases, bssid, radio,
			      radio_max_leases(&agent->radios[radio]),
			      clock_ms() + ttl_ms, created);

	if (!err)
		schedule_expiry(agent);
	return err;
}

bool agent_leases_release(struct agent *agent, const uint8_t *bssid,
			  unsigned int radio)
{
	bool released = lease_release(&agent->leases, bssid, radio);

	if (released)
		schedule_expiry(agent);
	return released;
}

void agent_leases_destroy(struct agent *agent)
{
	loop_timer_stop(&agent->loop, &agent->lease_timer);
	lease_destroy(&agent->leases);
	loop_timer_stop(&agent->loop, &agent->removal_timer);
}
