/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * Messages of virtual stations, kind 3: hello, scan and scan done
 * (SPECIFICATION.md, 1.5.2).
 *
 * A message is an Action No Ack frame of a vendor. The rules of cloudmac.h apply.
 * Each pack function writes the 802.11 frame and returns its length in octets.
 */
#ifndef CLOUDMAC_VSTA_H
#define CLOUDMAC_VSTA_H

#include "cloudmac.h"
#include "cloudmac_chain.h"

#define CLOUDMAC_VSTA_HLEN	      24   /* the 802.11 header */
#define CLOUDMAC_VSTA_FC	      0xe0 /* octet 0: Action No Ack */
#define CLOUDMAC_VSTA_CATEGORY	      127  /* vendor-specific */
#define CLOUDMAC_VSTA_BODY_MIN	      12   /* a scan of one frequency */
#define CLOUDMAC_VSTA_DONE_LEN	      14   /* body of a scan done */

#define CLOUDMAC_VSTA_HELLO_INTERVAL  1000  /* ms */
#define CLOUDMAC_VSTA_HELLO_LIFETIME  5000  /* ms */
#define CLOUDMAC_VSTA_SCAN_REPEAT     300   /* ms */
#define CLOUDMAC_VSTA_SCAN_TIMEOUT    20000 /* ms */

#define CLOUDMAC_VSTA_SSID_MAX	      32
#define CLOUDMAC_VSTA_SSIDS_MAX	      4
#define CLOUDMAC_VSTA_FREQUENCIES_MAX 60

/* Longest body of a message. */
#define CLOUDMAC_VSTA_BODY_MAX                    \
	(10 + 2 * CLOUDMAC_VSTA_FREQUENCIES_MAX + \
	 CLOUDMAC_VSTA_SSIDS_MAX * (1 + CLOUDMAC_VSTA_SSID_MAX))
/* Longest 802.11 frame of a message. */
#define CLOUDMAC_VSTA_MAX (CLOUDMAC_VSTA_HLEN + CLOUDMAC_VSTA_BODY_MAX)

enum cloudmac_vsta_type {
	CLOUDMAC_VSTA_HELLO = 2, /* 1 is a survey report, of kind 2 */
	CLOUDMAC_VSTA_SCAN = 3,
	CLOUDMAC_VSTA_SCAN_DONE = 4,
};

#define CLOUDMAC_VSTA_AWAKE	 0x01 /* flags of a hello */
#define CLOUDMAC_VSTA_ASSOCIATED 0x02

#define CLOUDMAC_VSTA_ACTIVE	 0x01 /* flags of a scan */
#define CLOUDMAC_VSTA_FRESH	 0x02

enum cloudmac_vsta_status {
	CLOUDMAC_VSTA_DONE = 0,
	CLOUDMAC_VSTA_ABORTED = 1,
	CLOUDMAC_VSTA_REFUSED = 2,
};

struct cloudmac_ssid {
	u8 len; /* 0 to CLOUDMAC_VSTA_SSID_MAX */
	u8 octets[CLOUDMAC_VSTA_SSID_MAX];
};

struct cloudmac_vsta_hello {
	u8 flags;		     /* CLOUDMAC_VSTA_AWAKE, _ASSOCIATED */
	u16 frequency;		     /* MHz; 0: none */
	u8 bssid[CLOUDMAC_ADDR_LEN]; /* null: none */
	struct cloudmac_ssid ssid;
};

struct cloudmac_vsta_scan {
	u8 flags; /* CLOUDMAC_VSTA_ACTIVE, _FRESH */
	u16 id;	  /* not 0 */
	u8 frequencies_n;
	u8 ssids_n;
	u16 frequencies[CLOUDMAC_VSTA_FREQUENCIES_MAX]; /* MHz, distinct */
	struct cloudmac_ssid ssids[CLOUDMAC_VSTA_SSIDS_MAX];
};

struct cloudmac_vsta_done {
	u8 status; /* enum cloudmac_vsta_status */
	u16 id;
	u8 visited; /* frequencies */
	u8 remembered;
};

static inline void cloudmac_vsta_put_le16(u8 *at, u16 value)
{
	at[0] = (u8)value;
	at[1] = (u8)(value >> 8);
}

/* Writes the 802.11 header and the first five octets of the body. Returns the
 * place of the body. */
static inline u8 *cloudmac_vsta_put_head(u8 *at, enum cloudmac_vsta_type type,
					 const u8 *to, const u8 *from)
{
	u8 *body = at + CLOUDMAC_VSTA_HLEN;

	memset(at, 0, CLOUDMAC_VSTA_HLEN);
	at[0] = CLOUDMAC_VSTA_FC;
	memcpy(at + 4, to, CLOUDMAC_ADDR_LEN);
	memcpy(at + 10, from, CLOUDMAC_ADDR_LEN);
	memcpy(at + 16, to, CLOUDMAC_ADDR_LEN);
	body[0] = CLOUDMAC_VSTA_CATEGORY;
	body[1] = CLOUDMAC_OUI_0;
	body[2] = CLOUDMAC_OUI_1;
	body[3] = CLOUDMAC_OUI_2;
	body[4] = (u8)type;
	return body;
}

/* Writes an SSID with its length at 'p'. Returns the end. */
static inline u8 *cloudmac_vsta_put_ssid(u8 *p,
					 const struct cloudmac_ssid *ssid)
{
	*p++ = ssid->len;
	memcpy(p, ssid->octets, ssid->len);
	return p + ssid->len;
}

/* Writes the hello of 'station' at 'at', which has room for CLOUDMAC_VSTA_MAX. */
static inline u16 cloudmac_vsta_hello_pack(
	u8 *at, const u8 *station, const struct cloudmac_vsta_hello *hello)
{
	static const u8 broadcast[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	u8 *body = cloudmac_vsta_put_head(at, CLOUDMAC_VSTA_HELLO, broadcast,
					  station);

	body[5] = hello->flags;
	cloudmac_vsta_put_le16(body + 6, hello->frequency);
	memcpy(body + 8, hello->bssid, CLOUDMAC_ADDR_LEN);
	return (u16)(cloudmac_vsta_put_ssid(body + 14, &hello->ssid) - at);
}

/* Writes a scan of 'station' at 'at', which has room for CLOUDMAC_VSTA_MAX. */
static inline u16 cloudmac_vsta_scan_pack(u8 *at, const u8 *station,
					  const struct cloudmac_vsta_scan *scan)
{
	static const u8 broadcast[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	u8 *body = cloudmac_vsta_put_head(at, CLOUDMAC_VSTA_SCAN, broadcast,
					  station);
	u8 *p = body + 10;
	u32 i;

	body[5] = scan->flags;
	cloudmac_vsta_put_le16(body + 6, scan->id);
	body[8] = scan->frequencies_n;
	body[9] = scan->ssids_n;
	for (i = 0; i < scan->frequencies_n; i++, p += 2)
		cloudmac_vsta_put_le16(p, scan->frequencies[i]);
	for (i = 0; i < scan->ssids_n; i++)
		p = cloudmac_vsta_put_ssid(p, &scan->ssids[i]);
	return (u16)(p - at);
}

/* Writes a scan done from the radio with the address 'radio' to 'station'. */
static inline u16 cloudmac_vsta_done_pack(u8 *at, const u8 *station,
					  const u8 *radio,
					  const struct cloudmac_vsta_done *done)
{
	u8 *body = cloudmac_vsta_put_head(at, CLOUDMAC_VSTA_SCAN_DONE, station,
					  radio);

	body[5] = done->status;
	cloudmac_vsta_put_le16(body + 6, done->id);
	body[8] = done->visited;
	body[9] = done->remembered;
	memset(body + 10, 0, 4);
	return CLOUDMAC_VSTA_HLEN + CLOUDMAC_VSTA_DONE_LEN;
}

/* Checks that the tag names the virtual station, and that address 3 and the
 * outer address match. */
static inline bool cloudmac_vsta_has_addresses(
	const struct cloudmac_frame *frame)
{
	static const u8 broadcast[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	const u8 *receiver = frame->frame + 4, *sender = frame->frame + 10;
	bool up = frame->direction == CLOUDMAC_UPLINK;
	const u8 *vsta = up ? receiver : sender;

	if (cloudmac_addr_is_group(vsta) || cloudmac_addr_is_null(vsta) ||
	    frame->tag.vap == CLOUDMAC_VAP_ANY ||
	    frame->tag.vap != cloudmac_vap_id(vsta) ||
	    memcmp(frame->frame + 16, receiver, CLOUDMAC_ADDR_LEN) ||
	    memcmp(frame->station, up ? sender : receiver, CLOUDMAC_ADDR_LEN))
		return false;
	return up || !memcmp(receiver, broadcast, CLOUDMAC_ADDR_LEN);
}

/* Returns the type of a message that cloudmac_frame_parse() accepted, or 0 if
 * its header is malformed. */
static inline int cloudmac_vsta_type(const struct cloudmac_frame *frame)
{
	const u8 *at = frame->frame, *body = at + CLOUDMAC_VSTA_HLEN;
	bool up = frame->direction == CLOUDMAC_UPLINK;

	if (frame->tag.kind != CLOUDMAC_KIND_VSTA ||
	    frame->frame_len < CLOUDMAC_VSTA_HLEN + CLOUDMAC_VSTA_BODY_MIN ||
	    at[0] != CLOUDMAC_VSTA_FC || at[1] ||
	    !cloudmac_vsta_has_addresses(frame) ||
	    body[0] != CLOUDMAC_VSTA_CATEGORY || body[1] != CLOUDMAC_OUI_0 ||
	    body[2] != CLOUDMAC_OUI_1 || body[3] != CLOUDMAC_OUI_2)
		return 0;
	if (up)
		return body[4] == CLOUDMAC_VSTA_SCAN_DONE ? body[4] : 0;
	return body[4] == CLOUDMAC_VSTA_HELLO || body[4] == CLOUDMAC_VSTA_SCAN ?
		       body[4] :
		       0;
}

/* Reads an SSID at '*p', before 'end'. Moves '*p' behind it. */
static inline bool cloudmac_vsta_get_ssid(const u8 **p, const u8 *end,
					  struct cloudmac_ssid *out)
{
	const u8 *at = *p;

	if (at >= end || at[0] > CLOUDMAC_VSTA_SSID_MAX || end - at - 1 < at[0])
		return false;
	out->len = at[0];
	memcpy(out->octets, at + 1, out->len);
	*p = at + 1 + out->len;
	return true;
}

/* Parses a frame of the downlink that cloudmac_frame_parse() accepted. Returns
 * false if it is no hello. */
static inline bool cloudmac_vsta_hello_parse(const struct cloudmac_frame *frame,
					     struct cloudmac_vsta_hello *out)
{
	const u8 *body = frame->frame + CLOUDMAC_VSTA_HLEN;
	const u8 *p = body + 14, *end = frame->frame + frame->frame_len;

	if (cloudmac_vsta_type(frame) != CLOUDMAC_VSTA_HELLO || end - body < 15)
		return false;
	memset(out, 0, sizeof(*out));
	out->flags = body[5] & (CLOUDMAC_VSTA_AWAKE | CLOUDMAC_VSTA_ASSOCIATED);
	out->frequency = cloudmac_get_le16(body + 6);
	memcpy(out->bssid, body + 8, CLOUDMAC_ADDR_LEN);
	return !cloudmac_addr_is_group(out->bssid) &&
	       cloudmac_vsta_get_ssid(&p, end, &out->ssid);
}

/* Reads the 'n' distinct frequencies at 'p'. */
static inline bool cloudmac_vsta_get_frequencies(const u8 *p, u32 n, u16 *out)
{
	u32 i, j;

	for (i = 0; i < n; i++) {
		out[i] = cloudmac_get_le16(p + 2 * i);
		for (j = 0; j < i; j++)
			if (out[i] == out[j])
				return false;
		if (!out[i])
			return false;
	}
	return true;
}

/* Parses a frame of the downlink that cloudmac_frame_parse() accepted. Returns
 * false if it is no scan, or one out of the limits. */
static inline bool cloudmac_vsta_scan_parse(const struct cloudmac_frame *frame,
					    struct cloudmac_vsta_scan *out)
{
	const u8 *body = frame->frame + CLOUDMAC_VSTA_HLEN;
	const u8 *p, *end = frame->frame + frame->frame_len;
	u32 i;

	if (cloudmac_vsta_type(frame) != CLOUDMAC_VSTA_SCAN)
		return false;
	memset(out, 0, sizeof(*out));
	out->flags = body[5] & (CLOUDMAC_VSTA_ACTIVE | CLOUDMAC_VSTA_FRESH);
	out->id = cloudmac_get_le16(body + 6);
	out->frequencies_n = body[8];
	out->ssids_n = body[9];
	if (!out->id || !out->frequencies_n ||
	    out->frequencies_n > CLOUDMAC_VSTA_FREQUENCIES_MAX ||
	    out->ssids_n > CLOUDMAC_VSTA_SSIDS_MAX ||
	    end - body - 10 < 2 * out->frequencies_n ||
	    !cloudmac_vsta_get_frequencies(body + 10, out->frequencies_n,
					   out->frequencies))
		return false;
	p = body + 10 + 2 * out->frequencies_n;
	for (i = 0; i < out->ssids_n; i++)
		if (!cloudmac_vsta_get_ssid(&p, end, &out->ssids[i]))
			return false;
	return true;
}

/* Parses a frame of the uplink that cloudmac_frame_parse() accepted. Returns
 * false if it is no scan done. */
static inline bool cloudmac_vsta_done_parse(const struct cloudmac_frame *frame,
					    struct cloudmac_vsta_done *out)
{
	const u8 *body = frame->frame + CLOUDMAC_VSTA_HLEN;

	if (cloudmac_vsta_type(frame) != CLOUDMAC_VSTA_SCAN_DONE ||
	    frame->frame_len < CLOUDMAC_VSTA_HLEN + CLOUDMAC_VSTA_DONE_LEN)
		return false;
	out->status = body[5];
	out->id = cloudmac_get_le16(body + 6);
	out->visited = body[8];
	out->remembered = body[9];
	return out->id && out->status <= CLOUDMAC_VSTA_REFUSED;
}

#endif /* CLOUDMAC_VSTA_H */
