/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The BSSs that radios hear: their signal, and the last beacon and probe
 * response, from which scans are answered. Times are milliseconds of the
 * caller's clock.
 *
 * Bounded. Anybody can send beacons of made-up BSSIDs, so a flood of them must
 * not displace those of access points. In a full table, a BSS replaces the
 * first of these, or it is not kept:
 *
 *	one that is no longer heard, the longest silent first
 *	one of a lower rank, the lowest first
 *	of two that were heard once, the younger one
 *	of two that were heard repeatedly, one whose frames are too old to
 *	answer scans
 *
 * If that costs frames that could answer scans, the table reports it.
 */
#ifndef BSS_TABLE_H
#define BSS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "bss_sightings.h"
#include "cloudmac_vsta.h"

#define BSS_MAX		128
#define BSS_HEARD_MS	10000 /* how long a BSS counts as heard */
#define BSS_MEMORY_MS	5000  /* how long its frames answer scans */
#define BSS_CONTENT_MAX 2048  /* longer frames are not kept */

enum bss_frame {
	BSS_BEACON,
	BSS_PROBE_RESPONSE,
	BSS_FRAMES,
};

/* From the first to be replaced to the last. */
enum bss_rank {
	BSS_ONCE,     /* heard at one moment only */
	BSS_ASKED,    /* likewise; a virtual station asks for its SSID */
	BSS_REPEATED, /* heard BSS_REPETITION_MS later again */
	BSS_JOINED,   /* of a virtual station */
};

struct bss {
	uint8_t bssid[ADDR_LEN];
	unsigned int radio, mhz;
	enum bss_rank rank;
	bool repeated;
	uint64_t since_ms; /* heard first */
	bool has_signal;
	int signal_16th; /* moving average, in 1/16 dBm */
	uint64_t heard_ms;
	uint64_t sequence; /* orders the BSSs by their last frame */
	struct bss_content {
		uint8_t *octets; /* radiotap and 802.11, or NULL */
		size_t len;
		uint64_t heard_ms;
	} frames[BSS_FRAMES];
};

/* A scan of 'mhz' by 'radio' cannot be answered completely from what the radio
 * heard before. */
typedef void bss_lost(void *arg, unsigned int radio, unsigned int mhz);

struct bss_table {
	struct bss entries[BSS_MAX];
	size_t n;
	uint64_t sequence;
	struct bss_sightings sightings;
	bss_lost *lost; /* or NULL */
	void *lost_arg;
};

/* A received frame: 'octets' are radiotap and 802.11. */
struct bss_heard {
	const uint8_t *bssid;
	unsigned int radio, mhz;
	int8_t signal; /* dBm, or CLOUDMAC_SIGNAL_UNKNOWN */
	enum bss_frame kind;
	const uint8_t *octets;
	size_t len;
	bool joined; /* a virtual station of the radio did */
	bool asked;  /* one asks for its SSID */
};

/* Returns the frequency of the BSS of a beacon or probe response of 'len'
 * octets that was received at 'mhz'. At 2.4 GHz a radio also hears
 * neighbouring channels, so the channel that the frame names counts. */
unsigned int bss_frequency(const uint8_t *frame, size_t len, unsigned int mhz);

/* Returns in '*out' the SSID of a beacon or probe response, of length 0 if it
 * has none. */
void bss_ssid(const uint8_t *frame, size_t len, struct cloudmac_ssid *out);

/* Calls 'lost' whenever frames are lost that could answer a scan. */
void bss_watch_losses(struct bss_table *table, bss_lost *lost, void *arg);

void bss_note(struct bss_table *table, const struct bss_heard *heard,
	      uint64_t now_ms);

/* Returns the BSS as 'radio' hears it, or NULL if it did not within
 * BSS_HEARD_MS. */
const struct bss *bss_find(const struct bss_table *table, const uint8_t *bssid,
			   unsigned int radio, uint64_t now_ms);

/* Returns true if 'radio' hears the BSS repeatedly, or a virtual station
 * joined it. There are BSS_MAX of these at most. */
bool bss_is_established(const struct bss_table *table, const uint8_t *bssid,
			unsigned int radio, uint64_t now_ms);

/* Returns when the BSS sent or sends its first beacon from 'from_ms' on, but
 * not before the last one that the radio heard; 0 if it heard none. */
uint64_t bss_next_beacon(const struct bss *bss, uint64_t from_ms);

/* Returns its signal in dBm; valid if 'has_signal'. */
int bss_signal(const struct bss *bss);

/* Returns in 'out' the heard BSSs, those first that were heard last. Returns
 * their number. */
size_t bss_latest(const struct bss_table *table, uint64_t now_ms,
		  const struct bss *out[BSS_MAX]);

/* Returns true if the frame may answer a scan of 'mhz' by 'radio'. */
bool bss_answers(const struct bss *bss, enum bss_frame kind,
		 unsigned int radio, unsigned int mhz, uint64_t now_ms);

/* Returns the 802.11 frame. */
const uint8_t *bss_content_frame(const struct bss_content *content);

void bss_destroy(struct bss_table *table);

#endif
