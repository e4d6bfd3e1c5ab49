/* SPDX-License-Identifier: Apache-2.0 */
#include "regulatory.h"

#include <stdio.h>
#include <string.h>

/* The kernel's name for the intersection of two domains. */
#define INTERSECTION "98"

#define PART_MHZ 20

/* Returns the centre of the 80 MHz block that contains 'mhz' (IEEE Std 802.11,
 * annex E: from 5180, 5500, 5745 and 5955 MHz on). */
static unsigned int centre_80(unsigned int mhz)
{
	static const unsigned int starts[] = { 5955, 5745, 5500, 5180 };

	for (unsigned int i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (mhz >= starts[i])
			return starts[i] + (mhz - starts[i]) / 80 * 80 + 30;
	return mhz;
}

unsigned int regulatory_centre(unsigned int mhz, enum config_width width)
{
	switch (width) {
	case WIDTH_40_ABOVE:
		return mhz + 10;
	case WIDTH_40_BELOW:
		return mhz - 10;
	case WIDTH_80:
		return centre_80(mhz);
	default:
		return mhz;
	}
}

static unsigned int parts_of(enum config_width width)
{
	switch (width) {
	case WIDTH_40_ABOVE:
	case WIDTH_40_BELOW:
		return 2;
	case WIDTH_80:
		return 4;
	default:
		return 1;
	}
}

/* NO-IR comes last: another country may remove it. */
static enum regulatory_verdict judge_flags(unsigned int flags)
{
	if (flags & REGULATORY_FLAG_DISABLED)
		return REGULATORY_DISABLED;
	if (flags & REGULATORY_FLAG_RADAR)
		return REGULATORY_RADAR;
	if (flags & REGULATORY_FLAG_NO_IR)
		return REGULATORY_NO_IR;
	return REGULATORY_ALLOWED;
}

static enum regulatory_verdict
judge_part(const struct regulatory_channel *channels, unsigned int n,
	   unsigned int mhz)
{
	for (unsigned int i = 0; i < n; i++)
		if (channels[i].mhz == mhz)
			return judge_flags(channels[i].flags);
	return REGULATORY_ABSENT;
}

void regulatory_judge(struct regulatory_ruling *ruling,
		      const struct regulatory_channel *channels,
		      unsigned int n, unsigned int mhz,
		      enum config_width width)
{
	unsigned int parts = parts_of(width);
	unsigned int part =
		regulatory_centre(mhz, width) - (parts - 1) * PART_MHZ / 2;

	ruling->mhz = mhz;
	for (unsigned int i = 0; i < parts; i++, part += PART_MHZ) {
		ruling->part = part;
		ruling->verdict = judge_part(channels, n, part);
		if (ruling->verdict != REGULATORY_ALLOWED)
			return;
	}
}

static const char *remedy(const struct regulatory_ruling *ruling)
{
	if (ruling->verdict != REGULATORY_DISABLED &&
	    ruling->verdict != REGULATORY_NO_IR)
		return "choose another frequency";
	if (ruling->self_managed)
		return "its driver ignores 'country', so choose another "
		       "frequency";
	return strcmp(ruling->domain, "00")
		       ? "set another 'country' in section 'wtp', or choose "
			 "another frequency"
		       : "set 'country' in section 'wtp', or choose another "
			 "frequency";
}

const char *regulatory_text(const struct regulatory_ruling *ruling,
			    const char *phy, char text[REGULATORY_TEXT_MAX])
{
	static const char *const reasons[] = {
		[REGULATORY_ALLOWED] = "is allowed",
		[REGULATORY_ABSENT] = "is not a channel of this radio",
		[REGULATORY_DISABLED] = "is disabled",
		[REGULATORY_RADAR] = ("needs radar detection, which the agent "
				      "does not have,"),
		[REGULATORY_NO_IR] = "is for listening only (NO-IR)",
	};
	bool is_part = ruling->part != ruling->mhz;
	char channel[48] = "";

	if (is_part)
		snprintf(channel, sizeof(channel),
			 ", part of the channel at %u MHz,", ruling->mhz);
	snprintf(text, REGULATORY_TEXT_MAX,
		 "%s: %u MHz%s %s in regulatory domain %s%s; %s", phy,
		 ruling->part, channel, reasons[ruling->verdict],
		 ruling->domain[0] ? ruling->domain : "unknown",
		 strcmp(ruling->domain, "00") ? "" : " (world)",
		 remedy(ruling));
	return text;
}

bool regulatory_is_in_force(const char *country, const char *domain)
{
	return !strcmp(domain, country) || !strcmp(domain, INTERSECTION);
}
