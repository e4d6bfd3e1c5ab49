/* SPDX-License-Identifier: Apache-2.0 */
#include "known_vaps.h"

#include <string.h>

#include "frame/frame.h"

#define NONE 0xffff

#define ID_LEN 2

/* Returns the octets of a BSSID that are the VAP id. */
static const uint8_t *id_of(const uint8_t *bssid)
{
	return bssid + ADDR_LEN - ID_LEN;
}

static unsigned int bucket_of(const uint8_t *octets, size_t len)
{
	return hash_bucket(hash_octets(0, octets, len), KNOWN_VAPS_BUCKETS);
}

/* Only a new VAP and a new SSID change the index. */
static void index_vaps(struct known_vaps *vaps)
{
	memset(vaps->by_id, 0xff, sizeof(vaps->by_id));
	memset(vaps->by_ssid, 0xff, sizeof(vaps->by_ssid));
	for (size_t i = 0; i < vaps->n; i++) {
		struct known_vap *vap = &vaps->places[i];
		uint16_t *bucket =
			&vaps->by_id[bucket_of(id_of(vap->bssid), ID_LEN)];

		vap->id_chain = *bucket;
		*bucket = (uint16_t)i;
		bucket = &vaps->by_ssid[bucket_of(vap->ssid, vap->ssid_len)];
		vap->ssid_chain = *bucket;
		*bucket = (uint16_t)i;
	}
}

void known_vaps_init(struct known_vaps *vaps)
{
	memset(vaps, 0, sizeof(*vaps));
	index_vaps(vaps);
}

/* Returns the place of the VAP with the VAP id of 'bssid', or NONE. */
static uint16_t find(const struct known_vaps *vaps, const uint8_t *bssid)
{
	uint16_t i = vaps->by_id[bucket_of(id_of(bssid), ID_LEN)];

	while (i != NONE &&
	       memcmp(id_of(vaps->places[i].bssid), id_of(bssid), ID_LEN))
		i = vaps->places[i].id_chain;
	return i;
}

static bool is_present(const struct known_vap *vap, uint64_t now_ms)
{
	return now_ms < vap->seen_ms + KNOWN_VAP_MS;
}

static struct known_vap *new_place(struct known_vaps *vaps)
{
	struct known_vap *oldest = &vaps->places[0];

	if (vaps->n < KNOWN_VAPS_MAX)
		return &vaps->places[vaps->n++];
	for (size_t i = 1; i < vaps->n; i++)
		if (vaps->places[i].seen_ms < oldest->seen_ms)
			oldest = &vaps->places[i];
	return oldest;
}

static bool is_hidden(const struct ieee80211_element *ssid)
{
	for (unsigned int i = 0; i < ssid->len; i++)
		if (ssid->value[i])
			return false;
	return true;
}

/* Notes the VAP in 'place', or in a new one if that is NONE. */
static void note(struct known_vaps *vaps, uint16_t place, const uint8_t *bssid,
		 struct ieee80211_element ssid, uint64_t now_ms)
{
	struct known_vap *vap;

	if (is_hidden(&ssid)) {
		vaps->hidden_until_ms = now_ms + KNOWN_VAP_MS;
		ssid.len = 0;
	}
	vap = place == NONE ? new_place(vaps) : &vaps->places[place];
	vap->seen_ms = now_ms;
	if (place != NONE && !memcmp(vap->bssid, bssid, ADDR_LEN) &&
	    vap->ssid_len == ssid.len &&
	    !memcmp(vap->ssid, ssid.value, ssid.len))
		return;
	memcpy(vap->bssid, bssid, ADDR_LEN);
	memcpy(vap->ssid, ssid.value, ssid.len);
	vap->ssid_len = ssid.len;
	index_vaps(vaps);
}

void known_vaps_add_beacon(struct known_vaps *vaps, const uint8_t *frame,
			   size_t len, uint64_t now_ms)
{
	const uint8_t *bssid = ieee80211_addr2(frame);
	uint16_t place = find(vaps, bssid);
	struct ieee80211_element ssid;

	if (!ieee80211_beacon_element(frame, len, IEEE80211_ELEMENT_SSID,
				      &ssid) ||
	    ssid.len > SSID_MAX)
		return;
	if (place != NONE && is_present(&vaps->places[place], now_ms) &&
	    memcmp(vaps->places[place].bssid, bssid, ADDR_LEN))
		return;
	note(vaps, place, bssid, ssid, now_ms);
}

void known_vaps_add_ssid(struct known_vaps *vaps, const uint8_t *bssid,
			 const uint8_t *ssid, uint8_t len, uint64_t now_ms)
{
	const struct ieee80211_element element = { .len = len, .value = ssid };
	uint16_t place = find(vaps, bssid);

	if (len <= SSID_MAX &&
	    (place == NONE || !is_present(&vaps->places[place], now_ms)))
		note(vaps, place, bssid, element, now_ms);
}

bool known_vaps_has(const struct known_vaps *vaps, const uint8_t *bssid,
		    uint64_t now_ms)
{
	uint16_t i = find(vaps, bssid);

	return i != NONE && is_present(&vaps->places[i], now_ms) &&
	       !memcmp(vaps->places[i].bssid, bssid, ADDR_LEN);
}

/* The octets are not aligned and may be any, as a station chooses them. An
 * element may be longer than an SSID. */
static bool has_ssid(const struct known_vaps *vaps, const uint8_t *ssid,
		     uint8_t len, uint64_t now_ms)
{
	uint16_t i = vaps->by_ssid[bucket_of(ssid, len)];

	for (; i != NONE; i = vaps->places[i].ssid_chain)
		if (vaps->places[i].ssid_len == len &&
		    !memcmp(vaps->places[i].ssid, ssid, len) &&
		    is_present(&vaps->places[i], now_ms))
			return true;
	return false;
}

/* The SSIDs of the list are elements without a list of their own. */
static bool has_listed_ssid(const struct known_vaps *vaps,
			    const struct ieee80211_element *list,
			    uint64_t now_ms)
{
	unsigned int at = 0;

	while (at + 2u <= list->len &&
	       at + 2u + list->value[at + 1] <= list->len) {
		if (list->value[at] == IEEE80211_ELEMENT_SSID &&
		    has_ssid(vaps, list->value + at + 2, list->value[at + 1],
			     now_ms))
			return true;
		at += 2u + list->value[at + 1];
	}
	return false;
}

bool known_vaps_wants_probe(const struct known_vaps *vaps,
			    const uint8_t *frame, size_t len, uint64_t now_ms)
{
	struct ieee80211_element element;

	if (!ieee80211_probe_element(frame, len, IEEE80211_ELEMENT_SSID,
				     &element))
		return false;
	if (!element.len || now_ms < vaps->hidden_until_ms ||
	    has_ssid(vaps, element.value, element.len, now_ms))
		return true;
	return ieee80211_probe_element(frame, len, IEEE80211_ELEMENT_SSID_LIST,
				       &element) &&
	       has_listed_ssid(vaps, &element, now_ms);
}
