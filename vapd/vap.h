/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A VAP: a BSS of hostapd, by its control socket. It attaches for events and
 * asks for the status and the stations at the start, and again every
 * VAP_REFRESH_MS, because hostapd drops events that a client does not read in
 * time.
 */
#ifndef VAP_H
#define VAP_H

#include <stdbool.h>
#include <stdint.h>

#include "associated.h"
#include "channel_switch.h"
#include "driver.h"
#include "hostapd_socket.h"
#include "hostapd_text.h"

#define VAP_REFRESH_MS 10000
/* A hostapd that has not answered so often is taken for dead. */
#define VAP_SILENCES 5
#define VAP_WAITERS  16

struct vap;

/* What the owner of VAPs does at their changes. */
struct vap_owner {
	struct loop *loop;
	/* The VAP is up, or its SSID has changed. Returns false if it must not
	 * be: another one has this BSSID. */
	bool (*up)(void *arg, struct vap *vap);
	void (*down)(void *arg, struct vap *vap);
	void (*channel)(void *arg, struct vap *vap);
	void (*station)(void *arg, struct vap *vap, const uint8_t *address,
			enum station_change change);
	/* BSSes of one radio go up and down together, but hostapd reports it
	 * on the socket of the first only. */
	void (*radio_changed)(void *arg, struct vap *vap);
	void *arg;
};

/* The end of a channel switch; 'failure' is valid if it is not done. */
typedef void vap_switched(void *arg, bool done,
			  enum channel_switch_failure failure);

/* The stations are listed anew in vap.stations; false if hostapd does not
 * answer. */
typedef void vap_listed(void *arg, const struct vap *vap, bool done);

struct vap {
	const struct vap_owner *owner;
	char path[108];	    /* of the control socket */
	const char *ifname; /* in 'path' */
	struct hostapd_socket sock;
	struct loop_timer timer; /* refresh, deadline of a switch */
	uint64_t refresh_ms;	 /* when the next one is due */
	unsigned int silences;
	bool is_up;
	struct hostapd_status status; /* if it is up */
	struct driver_radio radio;    /* if it is up */
	struct hostapd_status next;   /* the latest one */
	bool status_asked;
	struct associated stations;
	bool walks;
	unsigned int walk_tries;
	struct vap_waiter {
		vap_listed *listed;
		void *arg;
	} waiters[VAP_WAITERS];
	size_t waiters_n;
	struct channel_switch job;
	vap_switched *switched;
	void *switched_arg;
};

/* Opens a VAP at a control socket. Returns NULL with errno. */
struct vap *vap_open(const struct vap_owner *owner, const char *path);

/* Takes the VAP down, ends what runs and frees it. */
void vap_close(struct vap *vap);

/* Returns true if the connection to hostapd exists. */
bool vap_is_open(const struct vap *vap);

/* Asks for the status soon. */
void vap_refresh(struct vap *vap);

/* Lists the stations anew and calls 'listed', now or later. */
void vap_list_stations(struct vap *vap, vap_listed *listed, void *arg);

/* Returns true while a switch runs. */
bool vap_switches(const struct vap *vap);

/* Switches the channel of a VAP that does not switch. Calls 'switched', now or
 * later. */
void vap_switch(struct vap *vap, unsigned int frequency, unsigned int count,
		vap_switched *switched, void *arg);

#endif
