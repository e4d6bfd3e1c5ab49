/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * Survey reports: how busy the channel of a WTP's radio is, for a VAP that
 * requested it (SPECIFICATION.md, 1.4.1).
 *
 * A report is a frame of kind 2 whose 802.11 frame is an Action No Ack of a
 * vendor, from the radio to the VAP. The rules of cloudmac.h apply.
 */
#ifndef CLOUDMAC_SURVEY_H
#define CLOUDMAC_SURVEY_H

#include "cloudmac.h"
#include "cloudmac_chain.h"

#ifndef __KERNEL__
typedef uint64_t u64;
#endif

#define CLOUDMAC_SURVEY_HLEN	 24 /* the 802.11 header */
#define CLOUDMAC_SURVEY_LEN	 (CLOUDMAC_SURVEY_HLEN + 44)
#define CLOUDMAC_SURVEY_FC	 0xe0 /* octet 0: Action No Ack */
#define CLOUDMAC_SURVEY_CATEGORY 127  /* vendor-specific */
#define CLOUDMAC_SURVEY_TYPE	 1    /* of the vendor's frames */

/* The values that a report has. */
#define CLOUDMAC_SURVEY_NOISE	 0x01
#define CLOUDMAC_SURVEY_TIME	 0x02
#define CLOUDMAC_SURVEY_BUSY	 0x04
#define CLOUDMAC_SURVEY_TX	 0x08
#define CLOUDMAC_SURVEY_RX	 0x10
#define CLOUDMAC_SURVEY_ALL	 0x1f

/* Values without their flag are 0. The times are sums in ms since a start that
 * only the radio's driver knows: differences of two reports count. */
struct cloudmac_survey {
	u16 frequency; /* centre of the primary channel, MHz */
	u8 flags;      /* CLOUDMAC_SURVEY_... */
	s8 noise;      /* dBm */
	u64 time;      /* on the channel */
	u64 busy;      /* of it: the channel was busy */
	u64 tx;	       /* the radio transmitted */
	u64 rx;	       /* the radio received */
};

static inline void cloudmac_survey_put_time(u8 *at, u64 ms)
{
	int i;

	for (i = 0; i < 8; i++)
		at[i] = (u8)(ms >> 8 * i);
}

/* Writes the 802.11 frame of a report at 'at': CLOUDMAC_SURVEY_LEN octets, from
 * the radio with the address 'radio' to the VAP 'bssid'. */
static inline void cloudmac_survey_pack(u8 *at, const u8 *bssid,
					const u8 *radio,
					const struct cloudmac_survey *survey)
{
	u8 *body = at + CLOUDMAC_SURVEY_HLEN;

	memset(at, 0, CLOUDMAC_SURVEY_LEN);
	at[0] = CLOUDMAC_SURVEY_FC;
	memcpy(at + 4, bssid, CLOUDMAC_ADDR_LEN);
	memcpy(at + 10, radio, CLOUDMAC_ADDR_LEN);
	memcpy(at + 16, bssid, CLOUDMAC_ADDR_LEN);
	body[0] = CLOUDMAC_SURVEY_CATEGORY;
	body[1] = CLOUDMAC_OUI_0;
	body[2] = CLOUDMAC_OUI_1;
	body[3] = CLOUDMAC_OUI_2;
	body[4] = CLOUDMAC_SURVEY_TYPE;
	body[5] = survey->flags;
	body[6] = (u8)survey->frequency;
	body[7] = (u8)(survey->frequency >> 8);
	if (survey->flags & CLOUDMAC_SURVEY_NOISE)
		body[8] = (u8)survey->noise;
	if (survey->flags & CLOUDMAC_SURVEY_TIME)
		cloudmac_survey_put_time(body + 12, survey->time);
	if (survey->flags & CLOUDMAC_SURVEY_BUSY)
		cloudmac_survey_put_time(body + 20, survey->busy);
	if (survey->flags & CLOUDMAC_SURVEY_TX)
		cloudmac_survey_put_time(body + 28, survey->tx);
	if (survey->flags & CLOUDMAC_SURVEY_RX)
		cloudmac_survey_put_time(body + 36, survey->rx);
}

/* Returns the time at 'at', 0 if the report has not the value 'flag'. */
static inline u64 cloudmac_survey_time(const u8 *at, u8 flags, u8 flag)
{
	u64 ms = 0;
	int i;

	for (i = 7; i >= 0 && flags & flag; i--)
		ms = ms << 8 | at[i];
	return ms;
}

/* Checks the addresses: the radio's is the source, the VAP's has the VAP id. */
static inline bool cloudmac_survey_has_addresses(
	const struct cloudmac_frame *frame)
{
	const u8 *at = frame->frame;

	return !cloudmac_addr_is_group(at + 4) &&
	       cloudmac_vap_id(at + 4) == frame->tag.vap &&
	       !memcmp(at + 4, at + 16, CLOUDMAC_ADDR_LEN) &&
	       !memcmp(at + 10, frame->station, CLOUDMAC_ADDR_LEN);
}

/*
 * Parses a frame of the uplink that cloudmac_frame_parse() accepted. Returns
 * false if it is no survey report. Ignores reserved bits and octets. The caller
 * compares address 1 with the VAP's.
 */
static inline bool cloudmac_survey_parse(const struct cloudmac_frame *frame,
					 struct cloudmac_survey *out)
{
	const u8 *at = frame->frame, *body = at + CLOUDMAC_SURVEY_HLEN;

	if (frame->tag.kind != CLOUDMAC_KIND_NEIGHBOUR ||
	    frame->frame_len != CLOUDMAC_SURVEY_LEN ||
	    at[0] != CLOUDMAC_SURVEY_FC || at[1] ||
	    !cloudmac_survey_has_addresses(frame))
		return false;
	if (body[0] != CLOUDMAC_SURVEY_CATEGORY || body[1] != CLOUDMAC_OUI_0 ||
	    body[2] != CLOUDMAC_OUI_1 || body[3] != CLOUDMAC_OUI_2 ||
	    body[4] != CLOUDMAC_SURVEY_TYPE)
		return false;
	memset(out, 0, sizeof(*out));
	out->flags = body[5] & CLOUDMAC_SURVEY_ALL;
	out->frequency = cloudmac_get_le16(body + 6);
	if (!out->flags || !out->frequency)
		return false;
	if (out->flags & CLOUDMAC_SURVEY_NOISE)
		out->noise = (s8)body[8];
	out->time = cloudmac_survey_time(body + 12, out->flags,
					 CLOUDMAC_SURVEY_TIME);
	out->busy = cloudmac_survey_time(body + 20, out->flags,
					 CLOUDMAC_SURVEY_BUSY);
	out->tx =
		cloudmac_survey_time(body + 28, out->flags, CLOUDMAC_SURVEY_TX);
	out->rx =
		cloudmac_survey_time(body + 36, out->flags, CLOUDMAC_SURVEY_RX);
	return true;
}

#endif /* CLOUDMAC_SURVEY_H */
