/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * The description of the station that a frame goes to, in a vendor namespace of
 * radiotap (SPECIFICATION.md, 1.1.2).
 *
 * The caller's radiotap parser finds the namespace. This file reads and writes
 * its content. The rules of cloudmac.h apply.
 */
#ifndef CLOUDMAC_STATION_H
#define CLOUDMAC_STATION_H

#include "cloudmac_chain.h"

#define CLOUDMAC_SUBNS_STATION	 2
#define CLOUDMAC_STATION_PRESENT 0x01 /* present word of the namespace */

#define CLOUDMAC_STATION_RATES	 12 /* number of rates in 802.11b and g */
#define CLOUDMAC_STATION_HT_LEN	 26 /* of the element HT Capabilities */
#define CLOUDMAC_STATION_VHT_LEN 12 /* of the element VHT Capabilities */
/* Maximum length that cloudmac_station_pack() writes. */
#define CLOUDMAC_STATION_LEN_MAX                                \
	(CLOUDMAC_NAMESPACE_HLEN + 3 + CLOUDMAC_STATION_RATES + \
	 CLOUDMAC_STATION_HT_LEN + CLOUDMAC_STATION_VHT_LEN)

/* Bits of the third octet, above the number of rates. */
#define CLOUDMAC_STATION_HAS_HT	 0x10
#define CLOUDMAC_STATION_HAS_VHT 0x20

/* The description that a radio needs to aggregate frames to a station. */
struct cloudmac_station {
	u16 aid;			  /* 1 to 2007; 0: no description */
	u8 rates_n;			  /* at least 1 */
	u8 rates[CLOUDMAC_STATION_RATES]; /* units of 500 kb/s */
	bool has_ht;
	bool has_vht;
	u8 ht[CLOUDMAC_STATION_HT_LEN]; /* content of the elements */
	u8 vht[CLOUDMAC_STATION_VHT_LEN];
};

#define CLOUDMAC_AID_MAX 2007

/* Writes the namespace with its header at 'at', which has room for
 * CLOUDMAC_STATION_LEN_MAX octets. Its offset in the radiotap header must be
 * even. Returns the length in octets. */
static inline u16 cloudmac_station_pack(u8 *at,
					const struct cloudmac_station *station)
{
	u8 n = station->rates_n < CLOUDMAC_STATION_RATES ?
		       station->rates_n :
		       CLOUDMAC_STATION_RATES;
	u8 *end = at + CLOUDMAC_NAMESPACE_HLEN;

	*end++ = (u8)station->aid;
	*end++ = (u8)(station->aid >> 8);
	*end++ = (u8)(n | (station->has_ht ? CLOUDMAC_STATION_HAS_HT : 0) |
		      (station->has_vht ? CLOUDMAC_STATION_HAS_VHT : 0));
	memcpy(end, station->rates, n);
	end += n;
	if (station->has_ht) {
		memcpy(end, station->ht, CLOUDMAC_STATION_HT_LEN);
		end += CLOUDMAC_STATION_HT_LEN;
	}
	if (station->has_vht) {
		memcpy(end, station->vht, CLOUDMAC_STATION_VHT_LEN);
		end += CLOUDMAC_STATION_VHT_LEN;
	}
	at[0] = CLOUDMAC_OUI_0;
	at[1] = CLOUDMAC_OUI_1;
	at[2] = CLOUDMAC_OUI_2;
	at[3] = CLOUDMAC_SUBNS_STATION;
	at[4] = (u8)(end - at - CLOUDMAC_NAMESPACE_HLEN);
	at[5] = 0;
	return (u16)(end - at);
}

/*
 * Parses the vendor namespace whose header is at 'at'. The radiotap header ends
 * 'len' octets later. Returns false, with no description, if it is another
 * namespace or malformed.
 */
static inline bool cloudmac_station_parse(const u8 *at, u32 len,
					  struct cloudmac_station *station)
{
	const u8 *content = at + CLOUDMAC_NAMESPACE_HLEN;
	u32 size, need;
	u16 aid;

	memset(station, 0, sizeof(*station));
	if (len < CLOUDMAC_NAMESPACE_HLEN + 3 || at[0] != CLOUDMAC_OUI_0 ||
	    at[1] != CLOUDMAC_OUI_1 || at[2] != CLOUDMAC_OUI_2 ||
	    at[3] != CLOUDMAC_SUBNS_STATION)
		return false;
	size = cloudmac_get_le16(at + 4);
	aid = cloudmac_get_le16(content);
	station->rates_n = content[2] & 15;
	station->has_ht = content[2] & CLOUDMAC_STATION_HAS_HT;
	station->has_vht = content[2] & CLOUDMAC_STATION_HAS_VHT;
	need = 3u + station->rates_n +
	       (station->has_ht ? CLOUDMAC_STATION_HT_LEN : 0) +
	       (station->has_vht ? CLOUDMAC_STATION_VHT_LEN : 0);
	if (size > len - CLOUDMAC_NAMESPACE_HLEN || size < need || !aid ||
	    aid > CLOUDMAC_AID_MAX || !station->rates_n ||
	    station->rates_n > CLOUDMAC_STATION_RATES)
		return false;
	content += 3;
	memcpy(station->rates, content, station->rates_n);
	content += station->rates_n;
	if (station->has_ht) {
		memcpy(station->ht, content, CLOUDMAC_STATION_HT_LEN);
		content += CLOUDMAC_STATION_HT_LEN;
	}
	if (station->has_vht)
		memcpy(station->vht, content, CLOUDMAC_STATION_VHT_LEN);
	station->aid = aid;
	return true;
}

#endif /* CLOUDMAC_STATION_H */
