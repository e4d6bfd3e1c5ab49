/* SPDX-License-Identifier: Apache-2.0 */
/* Everything that one agent is made of. */
#ifndef AGENT_H
#define AGENT_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "counters.h"
#include "lease.h"
#include "loop.h"
#include "naps.h"
#include "nl80211.h"
#include "packet.h"
#include "peers.h"
#include "radio.h"
#include "signals.h"
#include "stations.h"

struct control;

/* The wired side. */
struct wired {
	uint8_t address[ADDR_LEN];
	unsigned int mtu;
	struct packet packet;
	struct packet_batch batch; /* towards the VAPs */
	struct loop_fd watch;
};

struct agent {
	struct config config;
	uint8_t id[ADDR_LEN];
	uint64_t started_ms;
	bool failed; /* why the loop stopped: something essential is gone */
	struct loop loop;
	struct counters counters;
	struct lease_table leases;
	struct loop_timer lease_timer;
	struct loop_timer announce_timer;
	struct signals signals;
	struct stations stations;
	struct naps naps;
	struct peers peers;
	uint64_t swept_ms; /* when these were looked through */
	struct nl80211 nl;
	struct wired wired;
	struct radio radios[CONFIG_RADIOS_MAX];
	size_t radios_n;
	struct control *control;
};

/* Set up everything from 'config', which is copied. Logs what is wrong and
 * returns false, having undone the rest. */
bool agent_open(struct agent *agent, const struct config *config);

/* Remove every trace. */
void agent_close(struct agent *agent);

/* forward.c: the frames' two ways. */
bool forward_start(struct agent *agent);
void forward_stop(struct agent *agent);
void forward_read_overruns(struct agent *agent);

/* announcer.c */
void announcer_start(struct agent *agent);
void announcer_stop(struct agent *agent);

/* agent_leases.c: leases of the agent's radios, on the agent's clock. */
void agent_leases_init(struct agent *agent);
bool agent_leases_hold_configured(struct agent *agent);
int agent_lease(struct agent *agent, const uint8_t *bssid, unsigned int radio,
		uint64_t ttl_ms, bool *created);
bool agent_lease_release(struct agent *agent, const uint8_t *bssid,
			 unsigned int radio);
void agent_leases_end(struct agent *agent);

#endif
