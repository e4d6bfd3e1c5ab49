/* SPDX-License-Identifier: Apache-2.0 */
/* The methods of one VAP: stations.list, channel.switch and vap.stats. */
#include "vapd_methods.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_MAX 100
/* Of some 60 octets each, so that the line stays below RPC_LINE_MAX. */
#define STATIONS_SHOWN 1000

/* Returns the VAP that 'params' name; NULL with '*error' filled if there is
 * none. */
static struct vap *get_vap(const struct vapd_session *in,
			   struct json_object *params, struct rpc_error *error)
{
	const char *text = rpc_get_string(params, "bssid", error);
	uint8_t bssid[ADDR_LEN];
	struct vap *vap;

	if (!text)
		return NULL;
	if (!addr_parse(text, bssid) || !addr_is_bssid(bssid)) {
		rpc_fail(error, RPC_INVALID_PARAMS,
			 "'bssid' is a unicast address aa:bb:cc:dd:ee:ff that "
			 "does not end in ff:ff");
		return NULL;
	}
	vap = vaps_find(in->host->vaps, bssid);
	if (!vap)
		rpc_fail(error, VAPD_NO_VAP, "no such VAP here: %s", text);
	return vap;
}

/* --- stations.list ------------------------------------------------------- */

static void stations_listed(void *arg, const struct vap *vap, bool done)
{
	struct json_object *out, *list;
	struct rpc_error error = { 0 };

	if (!done) {
		rpc_fail(&error, VAPD_NO_ANSWER, "hostapd does not answer");
		rpc_finish(arg, NULL, &error);
		return;
	}
	out = json_object_new_object();
	list = json_object_new_array();
	for (size_t i = 0; i < vap->stations.n && i < STATIONS_SHOWN; i++) {
		const struct associated_station *station =
			&vap->stations.entries[i];
		struct json_object *one = json_object_new_object();

		vapd_add_address(one, "station", station->address);
		json_object_object_add(
			one, "authorized",
			json_object_new_boolean(station->authorized));
		json_object_array_add(list, one);
	}
	json_object_object_add(out, "stations", list);
	rpc_finish(arg, out, NULL);
}

void vapd_method_stations_list(void *context, struct json_object *params,
			       struct rpc_call *call)
{
	struct rpc_error error = { 0 };
	struct vap *vap = get_vap(context, params, &error);

	if (vap)
		vap_list_stations(vap, stations_listed, call);
	else
		rpc_finish(call, NULL, &error);
}

/* --- channel.switch ------------------------------------------------------ */

/* A switch that answers a call. */
struct switch_call {
	struct rpc_call *call;
	uint8_t bssid[ADDR_LEN];
	unsigned int frequency; /* MHz */
};

static void fail_switch(struct rpc_call *call,
			enum channel_switch_failure failure)
{
	static const struct {
		int code;
		const char *text;
	} errors[] = {
		[SWITCH_NO_ANSWER] = { VAPD_NO_ANSWER,
				       "hostapd does not answer" },
		[SWITCH_GONE] = { VAPD_NO_VAP, "the VAP is down" },
		[SWITCH_SHARED] = { VAPD_REFUSED,
				    "the radio has other BSSes, which would "
				    "switch too" },
		[SWITCH_REFUSED] = { VAPD_REFUSED,
				     "hostapd refuses the switch" },
		[SWITCH_UNFINISHED] = { VAPD_UNFINISHED,
					"the switch was announced but not "
					"done in time" },
	};
	struct rpc_error error = { 0 };

	rpc_fail(&error, errors[failure].code, "%s", errors[failure].text);
	rpc_finish(call, NULL, &error);
}

static void switched(void *arg, bool done, enum channel_switch_failure failure)
{
	struct switch_call *job = arg;
	struct rpc_call *call = job->call;
	struct json_object *out = NULL;

	if (done) {
		out = json_object_new_object();
		vapd_add_address(out, "bssid", job->bssid);
		json_object_object_add(
			out, "frequency",
			json_object_new_int((int)job->frequency));
	}
	free(job);
	if (done)
		rpc_finish(call, out, NULL);
	else
		fail_switch(call, failure);
}

/* Fills '*error' and returns NULL if the switch cannot begin. */
static struct vap *get_switch(const struct vapd_session *in,
			      struct json_object *params, int64_t *frequency,
			      int64_t *count, struct rpc_error *error)
{
	struct vap *vap = get_vap(in, params, error);

	if (!vap ||
	    !rpc_get_int(params, "frequency", CHANNEL_MHZ_MIN, CHANNEL_MHZ_MAX,
			 frequency, error) ||
	    !rpc_get_int(params, "count", 1, COUNT_MAX, count, error))
		return NULL;
	if (!channel_is_valid((unsigned int)*frequency)) {
		rpc_fail(error, RPC_INVALID_PARAMS,
			 "'frequency' is the centre of an 802.11 channel in "
			 "MHz");
		return NULL;
	}
	if (vap_switches(vap)) {
		rpc_fail(error, VAPD_BUSY, "another switch is under way");
		return NULL;
	}
	return vap;
}

void vapd_method_channel_switch(void *context, struct json_object *params,
				struct rpc_call *call)
{
	struct rpc_error error = { 0 };
	struct switch_call *job;
	int64_t frequency, count;
	struct vap *vap =
		get_switch(context, params, &frequency, &count, &error);

	if (!vap) {
		rpc_finish(call, NULL, &error);
		return;
	}
	job = calloc(1, sizeof(*job));
	if (!job) {
		fail_switch(call, SWITCH_NO_ANSWER);
		return;
	}
	job->call = call;
	job->frequency = (unsigned int)frequency;
	memcpy(job->bssid, vap->status.bssid, ADDR_LEN);
	vap_switch(vap, (unsigned int)frequency, (unsigned int)count, switched,
		   job);
}

/* --- vap.stats ----------------------------------------------------------- */

static void add_counter(void *arg, const char *name, uint64_t value)
{
	json_object_object_add(arg, name, json_object_new_uint64(value));
}

struct json_object *vapd_method_vap_stats(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	struct vap *vap = get_vap(context, params, error);
	struct json_object *out, *counters;

	if (!vap)
		return NULL;
	out = json_object_new_object();
	counters = json_object_new_object();
	/* Another driver's radio has none of these counters. */
	if (vap->radio.name[0] &&
	    driver_counters(vap->radio.name, add_counter, counters))
		log_limited(LOG_LEVEL_WARN, "%s: no counters of radio %s",
			    vap->ifname, vap->radio.name);
	json_object_object_add(out, "counters", counters);
	return out;
}
