/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The BSSs that radios hear: their signal, and the last beacon and probe
 * response, from which scans are answered. Bounded: a new BSS replaces the one
 * that was silent longest. Times are milliseconds of the caller's clock.
 */
#ifndef BSS_TABLE_H
#define BSS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

#define BSS_MAX		128
#define BSS_HEARD_MS	10000 /* how long a BSS counts as heard */
#define BSS_MEMORY_MS	5000  /* how long its frames answer scans */
#define BSS_CONTENT_MAX 2048  /* longer frames are not kept */

enum bss_frame {
	BSS_BEACON,
	BSS_PROBE_RESPONSE,
	BSS_FRAMES,
};

struct bss {
	uint8_t bssid[ADDR_LEN];
	unsigned int radio, mhz;
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

struct bss_table {
	struct bss entries[BSS_MAX];
	size_t n;
	uint64_t sequence;
};

/* A received frame: 'octets' are radiotap and 802.11. */
struct bss_heard {
	const uint8_t *bssid;
	unsigned int radio, mhz;
	int8_t signal; /* dBm, or CLOUDMAC_SIGNAL_UNKNOWN */
	enum bss_frame kind;
	const uint8_t *octets;
	size_t len;
};

void bss_note(struct bss_table *table, const struct bss_heard *heard,
	      uint64_t now_ms);

/* Returns the BSS as 'radio' hears it, or NULL if it did not within
 * BSS_HEARD_MS. */
const struct bss *bss_find(const struct bss_table *table, const uint8_t *bssid,
			   unsigned int radio, uint64_t now_ms);

/* Returns its signal in dBm; valid if 'has_signal'. */
int bss_signal(const struct bss *bss);

/* Returns in 'out' the heard BSSs, those first that were heard last. Returns
 * their number. */
size_t bss_latest(const struct bss_table *table, uint64_t now_ms,
		  const struct bss *out[BSS_MAX]);

/* Returns true if the frame may answer a scan of 'mhz' by 'radio'. */
bool bss_answers(const struct bss *bss, enum bss_frame kind,
		 unsigned int radio, unsigned int mhz, uint64_t now_ms);

void bss_destroy(struct bss_table *table);

#endif
