/* SPDX-License-Identifier: Apache-2.0 */
/* The state of one agent: all its parts. */
#ifndef AGENT_STATE_H
#define AGENT_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "aggregation/aggregation.h"
#include "base/base.h"
#include "config/wtp_config.h"
#include "control/control.h"
#include "limits/limits.h"
#include "queue/queue.h"
#include "radio/radio.h"
#include "vsta/vsta.h"

struct agent;
struct lease_waiter;

/* The wired interface. */
struct wired {
	uint8_t address[ADDR_LEN];
	unsigned int mtu;
	struct packet packet;
	struct packet_batch batch; /* towards the VAPs */
	struct loop_fd watch;
};

/* The watches of a radio; forward.c uses them. */
struct agent_port {
	struct agent *agent;
	struct radio *radio;
	struct loop_fd watch;
	struct loop_timer queue_timer; /* for queue_next_deadline() */
};

/* The search for addresses to announce, which may wait for the kernel. */
struct announce_search {
	struct worker_job job; /* must be first */
	struct agent *agent;
	bool runs;
	struct netif_addresses found;
};

/* The survey reports of a radio; surveyor.c uses it. */
struct surveyor {
	struct agent *agent;
	struct radio *radio;
	struct loop_timer timer; /* armed for a second after each request */
	bool runs;		 /* the worker has a request */
	bool is_unsupported;	 /* the driver has no survey */
	bool has_stopped;
};

struct agent {
	struct config config;
	uint8_t id[ADDR_LEN];
	uint64_t started_ms;
	bool failed; /* the loop stopped on an error */
	struct loop loop;
	struct worker worker; /* executes what the loop must not wait for */
	struct loop_fd worker_watch;
	struct counters counters;
	struct lease_table leases;
	struct permit_table permits;
	struct loop_timer lease_timer;
	struct lease_waiter *lease_waiters; /* of agent_leases.c */
	struct lease_waiter *granting;	    /* its slot is not known yet */
	/* By radio: the slots of ended leases whose removal runs, and those
	 * whose interface remains. 'aggregation' knows those whose access
	 * point remains. */
	uint64_t removing[CONFIG_RADIOS_MAX];
	uint64_t unremoved[CONFIG_RADIOS_MAX];
	/* By radio: the most bits of which a warning was logged. */
	unsigned int warned_bits[CONFIG_RADIOS_MAX];
	struct loop_timer removal_timer;
	struct loop_timer announce_timer;
	struct announce_search announce_search;
	struct signals signals;
	struct stations stations;
	struct powersave powersave;
	struct known_vaps known_vaps;
	struct newcomers newcomers;
	struct neighbours neighbours[CONFIG_RADIOS_MAX]; /* by radio */
	struct surveyor surveyors[CONFIG_RADIOS_MAX];	 /* by radio */
	struct probe_limit probe_limit;
	struct segments segments; /* of VAPs */
	struct aggregation aggregation;
	struct vsta vsta;
	struct nl80211 nl;
	struct wired wired;
	struct radio radios[CONFIG_RADIOS_MAX];
	struct agent_port ports[CONFIG_RADIOS_MAX]; /* by radio */
	size_t radios_n;
	struct control_host host;
	struct control *control;
};

#endif
