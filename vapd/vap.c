/* SPDX-License-Identifier: Apache-2.0 */
#include "vap.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WALK_TRIES 3
/* How long after an answer was missing the connection is opened again. */
#define REOPEN_MS 1000

static void step(struct vap *vap, enum channel_switch_step next);

/* Starts the timer for the next refresh or the deadline of a switch. */
static void start_timer(struct vap *vap)
{
	uint64_t now = clock_ms(), due = vap->refresh_ms;

	if (vap->job.state == SWITCH_ANNOUNCED && vap->job.deadline_ms < due)
		due = vap->job.deadline_ms;
	loop_timer_start(vap->owner->loop, &vap->timer,
			 due > now ? due - now : 0);
}

static void refresh_in(struct vap *vap, uint64_t ms)
{
	vap->refresh_ms = clock_ms() + ms;
	start_timer(vap);
}

static void changed(void *arg, const uint8_t *address,
		    enum station_change change)
{
	struct vap *vap = arg;

	if (vap->is_up)
		vap->owner->station(vap->owner->arg, vap, address, change);
}

static void finish_walk(struct vap *vap, bool done)
{
	struct vap_waiter waiters[VAP_WAITERS];
	size_t n = vap->waiters_n;

	/* The answer to a session can make it wait again. */
	memcpy(waiters, vap->waiters, sizeof(waiters));
	vap->walks = false;
	vap->waiters_n = 0;
	for (size_t i = 0; i < n; i++)
		waiters[i].listed(waiters[i].arg, vap, done);
}

static void set_down(struct vap *vap)
{
	if (vap->is_up) {
		vap->is_up = false;
		log_info("VAP of %s is down", vap->ifname);
		vap->owner->down(vap->owner->arg, vap);
	}
	associated_clear(&vap->stations);
	/* A walk must not end with a VAP that is up. */
	vap->next.enabled = false;
}

static void set_up(struct vap *vap)
{
	char text[ADDR_TEXTLEN];
	bool was_up = vap->is_up;

	vap->status = vap->next;
	vap->is_up = true;
	if (!was_up)
		driver_find(vap->status.phy, vap->status.bssid, &vap->radio);
	if (!vap->owner->up(vap->owner->arg, vap)) {
		vap->is_up = false;
		associated_clear(&vap->stations);
		log_limited(LOG_LEVEL_WARN,
			    "%s: BSSID %s is that of another VAP", vap->path,
			    addr_format(vap->status.bssid, text));
	} else if (!was_up) {
		log_info("VAP %s of %s is up",
			 addr_format(vap->status.bssid, text), vap->ifname);
	}
}

/* --- the list of stations ------------------------------------------------ */

static void on_station(void *arg, const char *answer);

static void begin_walk(struct vap *vap)
{
	vap->walks = true;
	associated_begin_walk(&vap->stations);
	if (!hostapd_socket_ask(&vap->sock, "STA-FIRST", on_station))
		finish_walk(vap, false);
}

static void come_up(struct vap *vap)
{
	if (!vap->is_up && vap->next.enabled)
		set_up(vap);
}

static void end_walk(struct vap *vap)
{
	associated_end_walk(&vap->stations, changed, vap);
	come_up(vap);
	finish_walk(vap, true);
}

static void on_station(void *arg, const char *answer)
{
	struct hostapd_station station;
	char text[ADDR_TEXTLEN], command[HOSTAPD_COMMAND_MAX];
	struct vap *vap = arg;

	if (!answer) {
		finish_walk(vap, false);
	} else if (hostapd_parse_station(answer, &station)) {
		if (station.associated)
			associated_set(&vap->stations, station.address,
				       station.authorized, changed, vap);
		snprintf(command, sizeof(command), "STA-NEXT %s",
			 addr_format(station.address, text));
		if (!hostapd_socket_ask(&vap->sock, command, on_station))
			finish_walk(vap, false);
	} else if (!strncmp(answer, "FAIL", 4) &&
		   vap->walk_tries++ < WALK_TRIES) {
		/* The station that it stood at has gone. */
		begin_walk(vap);
	} else if (!strncmp(answer, "FAIL", 4)) {
		/* The list is not complete: stations that it lacks may be
		 * there. */
		come_up(vap);
		finish_walk(vap, false);
	} else {
		end_walk(vap);
	}
}

static void walk(struct vap *vap)
{
	if (vap->walks)
		return;
	vap->walk_tries = 0;
	begin_walk(vap);
}

void vap_list_stations(struct vap *vap, vap_listed *listed, void *arg)
{
	if (!vap_is_open(vap) || vap->waiters_n == VAP_WAITERS) {
		listed(arg, vap, false);
		return;
	}
	vap->waiters[vap->waiters_n].listed = listed;
	vap->waiters[vap->waiters_n++].arg = arg;
	walk(vap);
}

/* --- the status ---------------------------------------------------------- */

static void update_channel(struct vap *vap, unsigned int frequency)
{
	if (!vap->is_up || vap->status.frequency == frequency)
		return;
	vap->status.frequency = frequency;
	vap->owner->channel(vap->owner->arg, vap);
}

static void apply_status(struct vap *vap)
{
	struct hostapd_status *next = &vap->next;

	if (vap->is_up && memcmp(next->bssid, vap->status.bssid, ADDR_LEN)) {
		set_down(vap);
		next->enabled = true;
	}
	if (!vap->is_up) {
		walk(vap);
		return;
	}
	update_channel(vap, next->frequency);
	/* The driver may have been loaded since. */
	if (!vap->radio.name[0])
		driver_find(next->phy, next->bssid, &vap->radio);
	if (strcmp(next->ssid_hex, vap->status.ssid_hex))
		set_up(vap);
	vap->status = *next;
	if (next->stations_n != vap->stations.n)
		walk(vap);
}

static void on_status(void *arg, const char *answer)
{
	struct vap *vap = arg;
	bool found;

	vap->status_asked = false;
	if (!answer) {
		step(vap, channel_switch_silence(&vap->job, clock_ms()));
		return;
	}
	vap->silences = 0;
	found = hostapd_parse_status(answer, vap->ifname, &vap->next);
	if (found && vap->next.enabled)
		apply_status(vap);
	else
		set_down(vap);
	step(vap, channel_switch_status(&vap->job, found ? &vap->next : NULL));
}

static void on_attach(void *arg, const char *answer)
{
	const struct vap *vap = arg;

	if (answer && strncmp(answer, "OK", 2))
		log_limited(LOG_LEVEL_WARN, "%s: hostapd sends no events",
			    vap->path);
}

/* Returns false if the request cannot be sent. */
static bool ask_status(struct vap *vap)
{
	if (vap->status_asked)
		return true;
	vap->status_asked =
		hostapd_socket_ask(&vap->sock, "ATTACH", on_attach) &&
		hostapd_socket_ask(&vap->sock, "STATUS", on_status);
	return vap->status_asked;
}

/* --- channel switches ---------------------------------------------------- */

static void on_order(void *arg, const char *answer)
{
	struct vap *vap = arg;

	step(vap, answer ? channel_switch_answer(&vap->job, answer, clock_ms())
			 : channel_switch_silence(&vap->job, clock_ms()));
}

static void finish_switch(struct vap *vap, bool done)
{
	vap_switched *switched = vap->switched;

	vap->switched = NULL;
	if (done)
		update_channel(vap, vap->job.frequency);
	if (switched)
		switched(vap->switched_arg, done, vap->job.failure);
}

/* Does what a switch needs next. */
static void step(struct vap *vap, enum channel_switch_step next)
{
	char command[HOSTAPD_COMMAND_MAX];

	switch (next) {
	case SWITCH_WAIT:
		break;
	case SWITCH_ASK_STATUS:
		if (!ask_status(vap))
			step(vap,
			     channel_switch_silence(&vap->job, clock_ms()));
		break;
	case SWITCH_ORDER:
		channel_switch_command(&vap->job, command, sizeof(command));
		if (!hostapd_socket_ask(&vap->sock, command, on_order))
			step(vap,
			     channel_switch_silence(&vap->job, clock_ms()));
		break;
	case SWITCH_DONE:
	case SWITCH_FAILED:
		finish_switch(vap, next == SWITCH_DONE);
		break;
	}
	start_timer(vap);
}

bool vap_switches(const struct vap *vap)
{
	return vap->job.state != SWITCH_NONE;
}

void vap_switch(struct vap *vap, unsigned int frequency, unsigned int count,
		vap_switched *switched, void *arg)
{
	vap->switched = switched;
	vap->switched_arg = arg;
	step(vap, channel_switch_begin(&vap->job, vap->status.bssid, frequency,
				       count));
}

/* --- events and the connection ------------------------------------------- */

static void on_event(void *arg, const char *text)
{
	struct hostapd_event event;
	struct vap *vap = arg;

	log_debug("%s: %s", vap->ifname, text);
	hostapd_parse_event(text, &event);
	switch (event.type) {
	case HOSTAPD_STA_AUTHORIZED:
		associated_set(&vap->stations, event.station, true, changed,
			       vap);
		break;
	case HOSTAPD_STA_DISCONNECTED:
		associated_remove(&vap->stations, event.station, changed, vap);
		break;
	case HOSTAPD_CHANNEL:
		update_channel(vap, event.frequency);
		break;
	case HOSTAPD_DISABLED:
	case HOSTAPD_TERMINATING:
		set_down(vap);
		vap->owner->radio_changed(vap->owner->arg, vap);
		break;
	case HOSTAPD_ENABLED:
		vap->owner->radio_changed(vap->owner->arg, vap);
		break;
	case HOSTAPD_OTHER:
		return;
	}
	step(vap, channel_switch_event(&vap->job, &event));
}

static void on_broken(void *arg, bool silent)
{
	const struct hostapd_event end = { .type = HOSTAPD_TERMINATING };
	struct vap *vap = arg;

	if (silent)
		log_limited(LOG_LEVEL_WARN, "%s: hostapd does not answer",
			    vap->path);
	if (!silent || ++vap->silences == VAP_SILENCES)
		set_down(vap);
	if (!silent)
		step(vap, channel_switch_event(&vap->job, &end));
	refresh_in(vap, REOPEN_MS);
}

static void on_timer(void *arg)
{
	struct vap *vap = arg;

	step(vap, channel_switch_tick(&vap->job, clock_ms()));
	if (clock_ms() < vap->refresh_ms)
		return;
	if (!vap_is_open(vap) && hostapd_socket_open(&vap->sock, vap->path)) {
		/* The process has ended. The folder shows if another begins.
		 */
		set_down(vap);
		refresh_in(vap, VAP_REFRESH_MS);
		return;
	}
	ask_status(vap);
	refresh_in(vap, VAP_REFRESH_MS);
}

bool vap_is_open(const struct vap *vap)
{
	return vap->sock.watch.fd >= 0;
}

void vap_refresh(struct vap *vap)
{
	refresh_in(vap, 0);
}

struct vap *vap_open(const struct vap_owner *owner, const char *path)
{
	struct vap *vap = calloc(1, sizeof(*vap));
	int err;

	if (!vap)
		return NULL;
	snprintf(vap->path, sizeof(vap->path), "%s", path);
	vap->ifname = strrchr(vap->path, '/') + 1;
	vap->owner = owner;
	vap->timer = (struct loop_timer){ .handler = on_timer, .arg = vap };
	vap->sock.loop = owner->loop;
	vap->sock.event = on_event;
	vap->sock.broken = on_broken;
	vap->sock.arg = vap;
	err = hostapd_socket_open(&vap->sock, path);
	if (err) {
		free(vap);
		errno = err;
		return NULL;
	}
	refresh_in(vap, 0);
	return vap;
}

void vap_close(struct vap *vap)
{
	const struct hostapd_event end = { .type = HOSTAPD_TERMINATING };

	set_down(vap);
	finish_walk(vap, false);
	if (channel_switch_event(&vap->job, &end) == SWITCH_FAILED)
		finish_switch(vap, false);
	hostapd_socket_close(&vap->sock);
	loop_timer_stop(vap->owner->loop, &vap->timer);
	free(vap);
}
