/* SPDX-License-Identifier: Apache-2.0 */
#include "surveyor.h"

#include <errno.h>
#include <string.h>

#include "agent_state.h"
#include "wired.h"

static const uint8_t *next_vap(const struct surveyor *surveyor, size_t *at)
{
	const struct neighbours *neighbours =
		&surveyor->agent->neighbours[surveyor->radio->index];

	return neighbours_next_vap(neighbours, NULL, clock_ms(), at);
}

static bool is_requested(const struct surveyor *surveyor)
{
	size_t at = 0;

	return next_vap(surveyor, &at);
}

static void send_reports(struct surveyor *surveyor,
			 const struct cloudmac_survey *survey)
{
	struct agent *agent = surveyor->agent;
	const uint8_t *vap;
	size_t at = 0;

	while ((vap = next_vap(surveyor, &at))) {
		struct uplink_frame report;

		uplink_make_survey(&report, surveyor->radio->address, vap,
				   survey, agent->config.vlan);
		wired_send(agent, &report, &agent->counters.surveys);
	}
	wired_flush(agent);
}

static void on_survey(void *arg, const struct radio_result *result)
{
	struct surveyor *surveyor = arg;

	surveyor->runs = false;
	if (surveyor->has_stopped)
		return;
	if (!result->err) {
		send_reports(surveyor, &result->survey);
	} else if (result->err == EOPNOTSUPP) {
		surveyor->is_unsupported = true;
		log_info("radio %u: its driver has no survey of the channel; "
			 "VAPs get no reports",
			 surveyor->radio->index);
	} else if (result->err != ENODATA) {
		log_limited(LOG_LEVEL_WARN,
			    "radio %u: cannot read its survey: %s",
			    surveyor->radio->index, strerror(result->err));
	}
}

static void read_survey(struct surveyor *surveyor)
{
	loop_timer_start(&surveyor->agent->loop, &surveyor->timer,
			 SURVEY_INTERVAL_MS);
	if (surveyor->runs)
		return;
	surveyor->runs = true;
	radio_request_survey(surveyor->radio, on_survey, surveyor);
}

static void on_timer(void *arg)
{
	struct surveyor *surveyor = arg;

	if (!surveyor->is_unsupported && is_requested(surveyor))
		read_survey(surveyor);
}

void surveyor_init(struct surveyor *surveyor, struct agent *agent,
		   struct radio *radio)
{
	*surveyor = (struct surveyor){
		.agent = agent,
		.radio = radio,
		.timer = { .handler = on_timer, .arg = surveyor },
	};
}

void surveyor_start(struct surveyor *surveyor)
{
	if (!surveyor->timer.armed && !surveyor->is_unsupported)
		read_survey(surveyor);
}

void surveyor_stop(struct surveyor *surveyor)
{
	/* One that was never initialized has no agent. */
	if (surveyor->agent)
		loop_timer_stop(&surveyor->agent->loop, &surveyor->timer);
	surveyor->has_stopped = true;
}
