/* SPDX-License-Identifier: Apache-2.0 */
#include "vapd.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct credentials_owner vapd_owner(const struct vapd_config *config)
{
	struct credentials_owner owner = { .kind = "VAP host",
					   .option = "name" };

	snprintf(owner.uri, sizeof(owner.uri), "urn:cloudmac:vap-host:%s",
		 config->name);
	return owner;
}

/* --- sessions ------------------------------------------------------------ */

static void *open_session(void *arg, struct session *session)
{
	struct vapd *vapd = arg;
	struct vapd_session *opened;

	if (vapd->sessions_n == VAPD_SESSIONS_MAX)
		return NULL;
	opened = calloc(1, sizeof(*opened));
	if (!opened)
		return NULL;
	opened->host = &vapd->host;
	opened->session = session;
	vapd->sessions[vapd->sessions_n++] = opened;
	return opened;
}

static void close_session(void *arg, void *context)
{
	struct vapd *vapd = arg;
	size_t i = 0;

	while (vapd->sessions[i] != context)
		i++;
	vapd->sessions[i] = vapd->sessions[--vapd->sessions_n];
	free(context);
}

/* --- notifications ------------------------------------------------------- */

/* Sends a notification to all subscribers. Consumes 'params'. */
static void notify(struct vapd *vapd, const char *method,
		   struct json_object *params)
{
	for (size_t i = 0; i < vapd->sessions_n; i++) {
		char *text;

		if (!vapd->sessions[i]->subscribed)
			continue;
		text = rpc_notification(method, json_object_get(params));
		if (text)
			session_notify(vapd->sessions[i]->session, text);
	}
	json_object_put(params);
}

static struct json_object *bssid_json(const struct vap *vap)
{
	struct json_object *out = json_object_new_object();

	vapd_add_address(out, "bssid", vap->status.bssid);
	return out;
}

static void on_up(void *arg, const struct vap *vap)
{
	notify(arg, "vap.up", vapd_vap_json(vap));
}

static void on_down(void *arg, const struct vap *vap)
{
	notify(arg, "vap.down", bssid_json(vap));
}

static void on_channel(void *arg, const struct vap *vap)
{
	struct json_object *params = bssid_json(vap);

	json_object_object_add(
		params, "frequency",
		json_object_new_int((int)vap->status.frequency));
	notify(arg, "vap.channel", params);
}

static void on_station(void *arg, const struct vap *vap,
		       const uint8_t *address, enum station_change change)
{
	static const char *const methods[] = {
		[STATION_ASSOCIATED] = "station.associated",
		[STATION_AUTHORIZED] = "station.authorized",
		[STATION_DISASSOCIATED] = "station.disassociated",
	};
	struct json_object *params = bssid_json(vap);

	vapd_add_address(params, "station", address);
	notify(arg, methods[change], params);
}

/* --- the daemon ---------------------------------------------------------- */

bool vapd_open(struct vapd *vapd, const struct vapd_config *config)
{
	int err;

	memset(vapd, 0, sizeof(*vapd));
	err = loop_init(&vapd->loop);
	if (err) {
		log_error("no event loop: %s", strerror(err));
		return false;
	}
	vapd->config = config;
	vapd->owner = vapd_owner(config);
	vapd->host = (struct vapd_host){ .config = config,
					 .terms = &vapd->terms,
					 .started_ms = clock_ms() };
	vapd->observer = (struct vaps_observer){
		.up = on_up,
		.down = on_down,
		.channel = on_channel,
		.station = on_station,
		.arg = vapd,
	};
	vapd->service = (struct service){
		.loop = &vapd->loop,
		.config = &config->control,
		.owner = &vapd->owner,
		.methods = vapd_methods,
		.terms = &vapd->terms,
		.calls_max = SERVICE_CALLS_MAX,
		.opened = open_session,
		.closed = close_session,
		.arg = vapd,
	};
	return server_open(&vapd->server, &vapd->service);
}

bool vapd_start(struct vapd *vapd)
{
	vapd->host.vaps =
		vaps_open(&vapd->loop, vapd->config, &vapd->observer);
	return vapd->host.vaps && server_start(vapd->server);
}

void vapd_close(struct vapd *vapd)
{
	/* Sessions first: they get no notice that each VAP is down. */
	server_close(vapd->server);
	vaps_close(vapd->host.vaps);
	driver_close();
	loop_destroy(&vapd->loop);
}
