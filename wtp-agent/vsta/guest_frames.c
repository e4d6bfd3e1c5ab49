/* SPDX-License-Identifier: Apache-2.0 */
#include "guest_frames.h"

#include <string.h>

#include "frame/frame.h"

#define MGMT_HLEN     24
#define NULL_DATA     0x48
#define ALGORITHM_SAE 3
#define BAND_5GHZ     5000 /* MHz: above these there is no DSSS */
#define CHANNEL_2GHZ  0x0080
#define CHANNEL_5GHZ  0x0100
#define CHANNEL_OFDM  0x0040
#define CHANNEL_LEN   12

static const uint8_t broadcast[ADDR_LEN] = {
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff
};

static void put_le16(uint8_t *at, uint16_t value)
{
	at[0] = (uint8_t)value;
	at[1] = (uint8_t)(value >> 8);
}

static void put_header(uint8_t *frame, uint8_t type, const uint8_t *to,
		       const uint8_t *from, const uint8_t *bssid,
		       uint16_t number)
{
	memset(frame, 0, MGMT_HLEN);
	frame[0] = type;
	memcpy(frame + 4, to, ADDR_LEN);
	memcpy(frame + 10, from, ADDR_LEN);
	memcpy(frame + 16, bssid, ADDR_LEN);
	put_le16(frame + 22, (uint16_t)(number << 4));
}

size_t guest_frame_make_null(uint8_t frame[GUEST_NULL_LEN],
			     const uint8_t *guest, const uint8_t *bssid,
			     bool dozes, uint16_t number)
{
	put_header(frame, NULL_DATA, bssid, guest, bssid, number);
	frame[1] = IEEE80211_TO_DS | (dozes ? IEEE80211_POWER_SAVE : 0);
	return GUEST_NULL_LEN;
}

size_t guest_frame_make_probe(uint8_t frame[GUEST_PROBE_MAX],
			      const uint8_t *guest,
			      const struct cloudmac_ssid *ssid,
			      unsigned int mhz, uint16_t number)
{
	/* Element Supported Rates, and Extended Supported Rates. */
	static const uint8_t low[] = { 1,  8,  2,  4, 11, 22, 12, 18,
				       24, 36, 50, 4, 48, 72, 96, 108 };
	static const uint8_t high[] = {
		1, 8, 12, 18, 24, 36, 48, 72, 96, 108
	};
	uint8_t *at = frame + MGMT_HLEN;
	bool is_low = mhz < BAND_5GHZ;

	put_header(frame, IEEE80211_PROBE_REQ, broadcast, guest, broadcast,
		   number);
	*at++ = IEEE80211_ELEMENT_SSID;
	at = cloudmac_vsta_put_ssid(at, ssid);
	memcpy(at, is_low ? low : high, is_low ? sizeof(low) : sizeof(high));
	at += is_low ? sizeof(low) : sizeof(high);
	return (size_t)(at - frame);
}

size_t guest_frame_make_refusal(uint8_t content[GUEST_REFUSAL_LEN],
				const uint8_t *auth, uint16_t status,
				unsigned int mhz, uint16_t number)
{
	const uint8_t *bssid = ieee80211_addr1(auth);
	uint16_t algorithm = cloudmac_get_le16(auth + MGMT_HLEN);
	uint16_t transaction = cloudmac_get_le16(auth + MGMT_HLEN + 2);
	uint8_t *frame = content + CHANNEL_LEN;

	memset(content, 0, CHANNEL_LEN);
	content[2] = CHANNEL_LEN;
	content[4] = 1u << RADIOTAP_CHANNEL;
	put_le16(content + 8, (uint16_t)mhz);
	put_le16(content + 10,
		 CHANNEL_OFDM |
			 (mhz < BAND_5GHZ ? CHANNEL_2GHZ : CHANNEL_5GHZ));
	put_header(frame, IEEE80211_AUTH, ieee80211_addr2(auth), bssid, bssid,
		   number);
	put_le16(frame + MGMT_HLEN, algorithm);
	put_le16(frame + MGMT_HLEN + 2,
		 algorithm == ALGORITHM_SAE ? transaction : 2);
	put_le16(frame + MGMT_HLEN + 4, status);
	return GUEST_REFUSAL_LEN;
}
