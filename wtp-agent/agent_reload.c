/* SPDX-License-Identifier: Apache-2.0 */
#include "agent_reload.h"

#include "announcer.h"

static void log_problem(void *arg, const char *text)
{
	(void)arg;
	log_error("%s", text);
}

static void log_fixed(void *arg, const char *text)
{
	(void)arg;
	log_warn("%s", text);
}

/* Applies what differs between the radio's running configuration and 'next'.
 */
static void apply_airtime(struct radio *radio, const struct config_radio *next)
{
	const struct config_radio *running = radio->config;
	struct flight *flight = &radio->queue.flight;
	struct flight_settings settings = flight->settings;

	if (running->airtime != next->airtime)
		settings.airtime = next->airtime;
	if (running->codel_target != next->codel_target)
		settings.codel.target_us = next->codel_target * 1000;
	if (running->codel_interval != next->codel_interval)
		settings.codel.interval_us = next->codel_interval * 1000;
	flight_set_settings(flight, &settings);
}

void agent_reload(struct agent *agent, const char *path)
{
	struct config next;

	if (config_load(&next, path, log_problem, NULL)) {
		log_error("%s: the agent keeps its settings", path);
		return;
	}
	config_report_fixed(&agent->config, &next, log_fixed, NULL);
	for (size_t i = 0; i < agent->radios_n; i++) {
		const struct config_radio *same =
			config_radio_of(&next, agent->radios[i].config->phy);

		if (same)
			apply_airtime(&agent->radios[i], same);
	}
	if (agent->config.log_level != next.log_level)
		log_set_level(next.log_level);
	config_copy_changeable(&agent->config, &next);
	announcer_stop(agent);
	announcer_start(agent);
	log_info("read %s again", path);
}
