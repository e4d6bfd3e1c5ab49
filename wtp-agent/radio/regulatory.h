/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a radio may send on a channel in its regulatory domain: the decision
 * and its text, without I/O. mac80211 drops injected frames where the radio
 * may not initiate radiation, and reports no error. */
#ifndef REGULATORY_H
#define REGULATORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/wtp_config.h"

#define REGULATORY_TEXT_MAX 256 /* octets of a ruling's text */

/* What the kernel reports of a channel of 20 MHz (NL80211_FREQUENCY_ATTR_*).
 */
enum regulatory_flag {
	REGULATORY_FLAG_DISABLED = 1 << 0,
	REGULATORY_FLAG_NO_IR = 1 << 1,
	REGULATORY_FLAG_RADAR = 1 << 2,
};

/* A channel of 20 MHz of a radio. */
struct regulatory_channel {
	uint16_t mhz;
	int8_t max_power; /* dBm */
	uint8_t flags;	  /* of enum regulatory_flag */
};

enum regulatory_verdict {
	REGULATORY_ALLOWED,
	REGULATORY_ABSENT,   /* the radio does not have the channel */
	REGULATORY_DISABLED, /* the domain does not have the channel */
	REGULATORY_RADAR,    /* the agent detects no radar */
	REGULATORY_NO_IR,    /* the radio may only listen */
};

struct regulatory_ruling {
	enum regulatory_verdict verdict;
	unsigned int mhz;  /* centre of the primary channel */
	unsigned int part; /* centre of the 20 MHz that the verdict is of */
	char domain[3];	   /* the domain in force, or empty: unknown */
	bool self_managed; /* the driver has a domain of its own */
};

/* Returns the centre in MHz of a channel with its primary one at 'mhz'. */
unsigned int regulatory_centre(unsigned int mhz, enum config_width width);

/* Judges all parts of a channel by the radio's 'n' channels. Sets the verdict
 * and the frequencies of '*ruling', and leaves the rest. The verdict is that
 * of the lowest part that is not allowed. */
void regulatory_judge(struct regulatory_ruling *ruling,
		      const struct regulatory_channel *channels,
		      unsigned int n, unsigned int mhz,
		      enum config_width width);

/* Writes why the ruling refuses the channel, and the remedy. Returns 'text'.
 */
const char *regulatory_text(const struct regulatory_ruling *ruling,
			    const char *phy, char text[REGULATORY_TEXT_MAX]);

/* Returns true if 'domain' is that of 'country', or "98": what the kernel's
 * domains have in common. */
bool regulatory_is_in_force(const char *country, const char *domain);

#endif
