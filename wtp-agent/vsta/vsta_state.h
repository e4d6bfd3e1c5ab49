/* SPDX-License-Identifier: Apache-2.0 */
/* The state of all virtual stations of an agent. */
#ifndef VSTA_STATE_H
#define VSTA_STATE_H

#include "bss_table.h"
#include "frame/frame.h"
#include "guests.h"
#include "limits/limits.h"
#include "radio/radio.h"
#include "scans.h"

struct vsta;

/* What the agent does for virtual stations. */
struct vsta_ops {
	/* Adds a frame to those that the wired interface is about to send.
	 * flush() sends them; the caller's body has to stay until then. */
	void (*send)(void *arg, const struct uplink_frame *frame);
	void (*flush)(void *arg);
};

/* What virtual stations use of the agent. */
struct vsta_host {
	struct loop *loop;
	struct radio *radios;
	size_t radios_n;
	const struct lease_table *leases;
	struct newcomers *newcomers;
	uint64_t *drops; /* of the counters */
	int vlan;
	const struct vsta_ops *ops;
	void *arg; /* of the ops */
};

/* A null frame that announces power save, or its end, for a virtual station.
 */
struct scanner_null {
	uint8_t guest[ADDR_LEN], bssid[ADDR_LEN];
	uint16_t number;
	unsigned int tries;
	bool dozes;
	bool acked;
};

enum scanner_state {
	SCANNER_IDLE,	   /* no visit: no scan, or none with budget */
	SCANNER_LEAVING,   /* access points learn of it; frames finish */
	SCANNER_TUNING,	   /* the radio tunes to the visited channel */
	SCANNER_LISTENING, /* there, or on its own channel */
	SCANNER_RETURNING, /* the radio tunes to its own channel */
	SCANNER_RESTING,   /* on its own channel, before the next slot */
	SCANNER_CLOSED,
};

/* The visits of a radio: scanner.h. A visit has one slot or more. */
struct scanner {
	struct loop_timer timer;
	struct loop_timer answer_timer, deadline_timer; /* scan_end.h */
	struct loop_timer memory_timer;			/* scan_memory.h */
	enum scanner_state state;
	struct scan_visit visit; /* the present one; mhz 0: none */
	unsigned int attempts;	 /* to leave the channel */
	unsigned int slots;	 /* still to come; 0: not known yet */
	unsigned int home;	 /* where the radio returns to */
	bool is_away;		 /* the slot is not on the radio's channel */
	bool is_busy;		 /* others use the radio's channel */
	bool has_failed;	 /* the radio cannot use the frequency */
	/* When the slot began. That is before 'tuned_ms', when the radio
	 * leaves its channel: budget and pause include the wait to leave. */
	uint64_t slot_ms;
	uint64_t tuned_ms;
	uint8_t payer[ADDR_LEN]; /* the guest whose budget pays for the slot */
	struct budget budget;	 /* of the radio: all absences cost it */
	struct scanner_null nulls[LEASES_MAX];
	size_t nulls_n;
	struct scan_visits visits; /* the latest ones */
};

/* Why the queue of a radio is paused. */
enum vsta_pause {
	VSTA_PAUSE_VISIT = 1,
	VSTA_PAUSE_CHANNEL = 2,
};

struct vsta_radio {
	struct vsta *vsta;
	struct radio *radio;
	unsigned int pauses; /* enum vsta_pause */
	unsigned int target; /* the channel that the radio is moving to */
	struct scanner scanner;
	/* Goes on with what waited: called when the radio is on its channel
	 * again, after a visit or a move, and when a scan has waited. */
	void (*settle)(struct vsta_radio *on);
};

struct vsta {
	bool is_used; /* a radio serves virtual stations */
	struct vsta_host host;
	struct guests guests;
	struct bss_table bss;
	uint16_t number; /* sequence number of the last refusal */
	struct vsta_radio radios[CONFIG_RADIOS_MAX];
};

/* Pauses the queue of a radio for one of the reasons, or ends that. */
static inline void vsta_pause(struct vsta_radio *on, enum vsta_pause why)
{
	if (!on->pauses)
		queue_pause(&on->radio->queue);
	on->pauses |= why;
}

static inline void vsta_unpause(struct vsta_radio *on, enum vsta_pause why)
{
	if (!(on->pauses & why))
		return;
	on->pauses &= ~(unsigned int)why;
	if (!on->pauses)
		queue_resume(&on->radio->queue);
}

#endif
