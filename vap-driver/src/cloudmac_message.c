// SPDX-License-Identifier: GPL-2.0-only
/* Builds the messages of a virtual station to the WTPs: hellos and scans. */
#include "cloudmac_message.h"

/**
 * cloudmac_hello_differs - compares the values of two hellos
 * @a: one hello
 * @b: the other one
 *
 * Return: true if a receiver could tell them apart.
 */
bool cloudmac_hello_differs(const struct cloudmac_vsta_hello *a,
			    const struct cloudmac_vsta_hello *b)
{
	return a->flags != b->flags || a->frequency != b->frequency ||
	       memcmp(a->bssid, b->bssid, CLOUDMAC_ADDR_LEN) ||
	       a->ssid.len != b->ssid.len ||
	       memcmp(a->ssid.octets, b->ssid.octets, a->ssid.len);
}

/**
 * cloudmac_scan_add_frequency - adds a frequency to a scan
 * @scan: the scan
 * @mhz: the frequency; a scan has each one once
 *
 * Return: false if the scan has no room for it.
 */
bool cloudmac_scan_add_frequency(struct cloudmac_vsta_scan *scan, u16 mhz)
{
	int i;

	for (i = 0; i < scan->frequencies_n; i++)
		if (scan->frequencies[i] == mhz)
			return true;
	if (!mhz || scan->frequencies_n == CLOUDMAC_VSTA_FREQUENCIES_MAX)
		return false;
	scan->frequencies[scan->frequencies_n++] = mhz;
	return true;
}

/**
 * cloudmac_scan_add_ssid - adds an SSID to a scan
 * @scan: the scan
 * @ssid: the SSID
 * @len: its length in octets, 0 for the wildcard
 *
 * Return: false if the SSID is too long, or the scan has no room for it.
 */
bool cloudmac_scan_add_ssid(struct cloudmac_vsta_scan *scan, const u8 *ssid,
			    u32 len)
{
	struct cloudmac_ssid *new = &scan->ssids[scan->ssids_n];

	if (len > CLOUDMAC_VSTA_SSID_MAX ||
	    scan->ssids_n == CLOUDMAC_VSTA_SSIDS_MAX)
		return false;
	new->len = (u8)len;
	memcpy(new->octets, ssid, len);
	scan->ssids_n++;
	return true;
}

/* Writes the headers that precede the 802.11 frame. Returns their length. */
static u16 put_headers(u8 *at, const u8 *station)
{
	static const u8 broadcast[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
	const struct cloudmac_tag tag = {
		.level = CLOUDMAC_POWER_AUTO,
		.priority = CLOUDMAC_PRIORITY_MGMT,
		.kind = CLOUDMAC_KIND_VSTA,
		.vap = cloudmac_vap_id(station),
	};

	cloudmac_eth_pack(at, CLOUDMAC_DOWNLINK, broadcast, &tag);
	memset(at + CLOUDMAC_ETH_HLEN, 0, CLOUDMAC_RADIOTAP_HLEN);
	at[CLOUDMAC_ETH_HLEN + 2] = CLOUDMAC_RADIOTAP_HLEN;
	return CLOUDMAC_ETH_HLEN + CLOUDMAC_RADIOTAP_HLEN;
}

/**
 * cloudmac_message_hello - writes a hello with all headers
 * @at: has room for CLOUDMAC_MESSAGE_MAX octets
 * @station: address of the virtual station
 * @hello: the values
 *
 * Return: length in octets.
 */
u16 cloudmac_message_hello(u8 *at, const u8 *station,
			   const struct cloudmac_vsta_hello *hello)
{
	u16 len = put_headers(at, station);

	return len + cloudmac_vsta_hello_pack(at + len, station, hello);
}

/**
 * cloudmac_message_scan - writes a scan with all headers
 * @at: has room for CLOUDMAC_MESSAGE_MAX octets
 * @station: address of the virtual station
 * @scan: the scan
 *
 * Return: length in octets.
 */
u16 cloudmac_message_scan(u8 *at, const u8 *station,
			  const struct cloudmac_vsta_scan *scan)
{
	u16 len = put_headers(at, station);

	return len + cloudmac_vsta_scan_pack(at + len, station, scan);
}
