/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "agent.h"
#include "aggregation.h"
#include "clock.h"

static int hold(void *arg, unsigned int index, unsigned int slot,
		const uint8_t *bssid)
{
	struct agent *agent = arg;
	struct radio *radio = &agent->radios[index];
	char text[ADDR_TEXTLEN];
	int err = radio->ops->hold(radio, slot, bssid);

	if (err)
		log_limited(LOG_LEVEL_WARN,
			    "%s: cannot acknowledge for %s: %s",
			    radio->config->phy, addr_format(bssid, text),
			    strerror(err));
	else
		log_info("%s: acknowledging for %s", radio->config->phy,
			 addr_format(bssid, text));
	/* Those of other leases would keep this one's frames from the air,
	 * until its beacon is known. */
	if (!err)
		aggregation_end_all(radio);
	return err;
}

static void let_go(void *arg, unsigned int index, unsigned int slot)
{
	struct agent *agent = arg;
	struct radio *radio = &agent->radios[index];

	aggregation_end(radio, slot);
	radio->ops->let_go(radio, slot);
	log_info("%s: lease %u ended", radio->config->phy, slot);
}

static const struct lease_ops ops = { hold, let_go };

static void schedule(struct agent *agent)
{
	uint64_t next = lease_next_expiry(&agent->leases), now = clock_ms();

	if (next == LEASE_FOREVER)
		loop_timer_stop(&agent->loop, &agent->lease_timer);
	else
		loop_timer_start(&agent->loop, &agent->lease_timer,
				 next > now ? next - now : 0);
}

static void expire(void *arg)
{
	struct agent *agent = arg;

	lease_expire(&agent->leases, clock_ms());
	schedule(agent);
}

void agent_leases_init(struct agent *agent)
{
	lease_init(&agent->leases, &ops, agent);
	agent->lease_timer =
		(struct loop_timer){ .handler = expire, .arg = agent };
}

bool agent_leases_hold_configured(struct agent *agent)
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
			log_error("%s: a configured lease is not possible: %s",
				  radio->config->phy, strerror(err));
			return false;
		}
	}
	return true;
}

int agent_lease(struct agent *agent, const uint8_t *bssid, unsigned int radio,
		uint64_t ttl_ms, bool *created)
{
	int err = lease_grant(&agent->leases, bssid, radio,
			      radio_max_leases(&agent->radios[radio]),
			      clock_ms() + ttl_ms, created);

	if (!err)
		schedule(agent);
	return err;
}

bool agent_lease_release(struct agent *agent, const uint8_t *bssid,
			 unsigned int radio)
{
	bool released = lease_release(&agent->leases, bssid, radio);

	if (released)
		schedule(agent);
	return released;
}

void agent_leases_end(struct agent *agent)
{
	loop_timer_stop(&agent->loop, &agent->lease_timer);
	lease_destroy(&agent->leases);
}
