/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scans of virtual stations: which frequencies a radio still has to visit for
 * whom, and which ones a visit of the last seconds answers. State only; times
 * are milliseconds of the caller's clock.
 *
 * A visit serves all scans that want its frequency when it begins.
 */
#ifndef SCANS_H
#define SCANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "cloudmac_vsta.h"

/* The scan of one virtual station. All zeros: none. */
struct scan {
	struct cloudmac_vsta_scan request;
	uint64_t wanted; /* frequencies of the request: one bit each */
	bool runs;
	bool joined; /* the present visit serves it */
	bool waits;  /* for an answer from memory, before anything else */
	bool report_pending; /* it has ended; scan.done is not sent yet */
	uint64_t begun_ms;
	uint64_t report_ms; /* when to send scan.done, if that is pending */
	struct cloudmac_vsta_done done; /* of the last one; id 0: none */
};

enum scan_start {
	SCAN_IGNORED,  /* it is under way */
	SCAN_ANSWERED, /* it has ended: send scan.done again */
	SCAN_STARTED,
};

bool scan_same_ssid(const struct cloudmac_ssid *one,
		    const struct cloudmac_ssid *other);

/* Handles the request of a virtual station. A new id replaces its scan. */
enum scan_start scan_start(struct scan *scan,
			   const struct cloudmac_vsta_scan *request,
			   uint64_t now_ms);

/* Returns true if the scan wants a visit of the frequency. */
bool scan_wants(const struct scan *scan, unsigned int mhz);

/* Returns the first frequency of which the scan wants a visit, or 0. */
unsigned int scan_next(const struct scan *scan);

enum scan_result {
	SCAN_VISITED,
	SCAN_REMEMBERED,
	SCAN_UNUSABLE, /* the radio cannot use the frequency */
};

/* Notes the end of a frequency. Returns true if the scan has ended with it;
 * 'scan->done' is the answer. */
bool scan_finish(struct scan *scan, unsigned int mhz, enum scan_result result);

/* Ends a scan that is under way before its end; 'scan->done' is the answer. */
void scan_abort(struct scan *scan);

/* The latest visits of a radio. */
#define SCAN_VISITS_MAX 64
#define SCAN_SSIDS_MAX	8 /* probe requests: 8 ms of air at 1 Mb/s */

struct scan_visit {
	unsigned int mhz;
	uint64_t ended_ms;
	bool full;	    /* it was long enough to hear every beacon */
	bool is_quiet;	    /* the radio may not transmit there */
	bool is_incomplete; /* memory lost something that it heard */
	/* Its probe requests: the SSID, and in whose name. */
	unsigned int asked_n;
	struct scan_question {
		struct cloudmac_ssid ssid;
		uint8_t guest[ADDR_LEN];
	} asked[SCAN_SSIDS_MAX];
};

struct scan_visits {
	struct scan_visit entries[SCAN_VISITS_MAX];
	size_t n;
};

/* Notes a visit that has ended, unless it is incomplete. */
void scan_visits_note(struct scan_visits *visits,
		      const struct scan_visit *visit);

/* Forgets the visit of a frequency: memory lost something of it. */
void scan_visits_forget(struct scan_visits *visits, unsigned int mhz);

/* Returns true if a visit that ended within 'age_ms' answers the frequency for
 * the request of the virtual station 'guest': it asked for the same SSIDs, and
 * for the name of a network in the name of 'guest', as access points that hide
 * their names answer only who asks. For a passive request, and where the radio
 * may not ask, it was a full one. */
bool scan_visits_answer(const struct scan_visits *visits,
			const struct cloudmac_vsta_scan *request,
			const uint8_t *guest, unsigned int mhz,
			uint64_t now_ms, uint64_t age_ms);

/* Adds a probe request to those of a visit. Returns false if it is there, or
 * if there is no room. */
bool scan_visit_add_question(struct scan_visit *visit,
			     const struct cloudmac_ssid *ssid,
			     const uint8_t *guest);

#endif
