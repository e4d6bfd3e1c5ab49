/* SPDX-License-Identifier: Apache-2.0 */
#include "signal_report.h"

#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "control_host.h"
#include "server/server.h"
#include "signals.h"

/* Of 100 octets each: so a line stays well below its limit. */
#define STATIONS_A_LINE 500

struct collector {
	struct signal_report *report;
	unsigned int radio;
	struct json_object *stations; /* NULL until there is one */
};

static void send_report(struct collector *collector)
{
	struct signal_report *report = collector->report;
	struct json_object *params;
	char *text;

	if (!collector->stations)
		return;
	params = json_object_new_object();
	json_object_object_add(
		params, "uptime_ms",
		json_object_new_uint64(clock_ms() - report->host->started_ms));
	json_object_object_add(params, "radio",
			       json_object_new_int((int)collector->radio));
	json_object_object_add(params, "stations", collector->stations);
	collector->stations = NULL;
	text = rpc_notification("signal.report", params);
	if (text)
		report->send(report->arg, text);
}

/* The average is exact to a tenth of a dB. */
static struct json_object *ewma_json(int32_t ewma)
{
	double dbm = round((double)ewma * 10 / SIGNALS_SCALE) / 10;
	char text[16];

	snprintf(text, sizeof(text), "%.1f", dbm);
	return json_object_new_double_s(dbm, text);
}

static void visit(void *arg, const struct signal *signal)
{
	struct collector *collector = arg;
	struct json_object *out;
	char text[ADDR_TEXTLEN];

	if (signal->radio != collector->radio)
		return;
	if (!collector->stations)
		collector->stations = json_object_new_array();
	out = json_object_new_object();
	json_object_object_add(
		out, "station",
		json_object_new_string(addr_format(signal->station, text)));
	json_object_object_add(out, "last_dbm",
			       json_object_new_int(signal->last));
	json_object_object_add(out, "ewma_dbm", ewma_json(signal->ewma));
	json_object_object_add(out, "frames",
			       json_object_new_uint64(signal->frames));
	json_object_array_add(collector->stations, out);
	if (json_object_array_length(collector->stations) == STATIONS_A_LINE)
		send_report(collector);
}

static void tick(void *arg)
{
	struct signal_report *report = arg;
	const struct control_host *host = report->host;

	loop_timer_start(host->loop, &report->timer, report->interval_ms);
	if (host->signals->sequence == report->since ||
	    !report->ready(report->arg))
		return;
	for (unsigned int i = 0; i < host->radios_n; i++) {
		struct collector collector = { report, i, NULL };

		signals_for_each(host->signals, report->since, visit,
				 &collector);
		send_report(&collector);
	}
	report->since = host->signals->sequence;
}

void signal_report_init(struct signal_report *report,
			const struct control_host *host,
			bool (*ready)(void *arg),
			void (*send)(void *arg, char *text), void *arg)
{
	memset(report, 0, sizeof(*report));
	report->host = host;
	report->ready = ready;
	report->send = send;
	report->arg = arg;
	report->timer = (struct loop_timer){ .handler = tick, .arg = report };
}

void signal_report_set(struct signal_report *report, unsigned int interval_ms)
{
	report->interval_ms = interval_ms;
	report->since = report->host->signals->sequence;
	if (interval_ms)
		loop_timer_start(report->host->loop, &report->timer,
				 interval_ms);
	else
		loop_timer_stop(report->host->loop, &report->timer);
}
