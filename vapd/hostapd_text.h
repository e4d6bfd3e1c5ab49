/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text that hostapd sends on its control sockets (hostapd 2.10:
 * src/ap/ctrl_iface_ap.c, src/common/wpa_ctrl.h). SSIDs in it come from the
 * configuration and addresses from the air. Does no I/O.
 */
#ifndef HOSTAPD_TEXT_H
#define HOSTAPD_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

#define HOSTAPD_NAME_MAX 31
/* Octets of an SSID as text: hostapd writes an octet with up to four. */
#define HOSTAPD_SSID_MAX     (4 * 32)
#define HOSTAPD_SSID_HEX_MAX (2 * 32)

/* A BSS in the answer to STATUS. */
struct hostapd_status {
	bool enabled; /* sends beacons */
	uint8_t bssid[ADDR_LEN];
	char ssid[HOSTAPD_SSID_MAX + 1]; /* UTF-8 without control characters */
	/* Its octets in hexadecimal; empty if hostapd's text is not valid. */
	char ssid_hex[HOSTAPD_SSID_HEX_MAX + 1];
	char phy[HOSTAPD_NAME_MAX + 1]; /* wiphy, may be empty */
	unsigned int frequency;		/* MHz */
	unsigned int beacon_ms;		/* beacon interval, rounded up */
	unsigned int bss_n;		/* BSSes of the radio */
	unsigned int stations_n;	/* also those not associated yet */
	bool ht, vht, he;
};

/* Parses an answer to STATUS for the BSS of the interface 'ifname'. Returns
 * false if the answer has no such BSS. */
bool hostapd_parse_status(const char *text, const char *ifname,
			  struct hostapd_status *status);

/* A station in an answer to STA-FIRST or STA-NEXT. */
struct hostapd_station {
	uint8_t address[ADDR_LEN];
	bool associated;
	bool authorized; /* may send data: the handshake, if any, is done */
};

/* Returns false if the answer is no station: the last one came before, or
 * there was an error. */
bool hostapd_parse_station(const char *text, struct hostapd_station *station);

enum hostapd_event_type {
	HOSTAPD_OTHER,
	HOSTAPD_STA_AUTHORIZED,
	HOSTAPD_STA_DISCONNECTED,
	HOSTAPD_CHANNEL,     /* is on 'frequency' now */
	HOSTAPD_ENABLED,     /* the radio's BSSes send beacons */
	HOSTAPD_DISABLED,    /* they do not, or no longer */
	HOSTAPD_TERMINATING, /* the socket ends */
};

struct hostapd_event {
	enum hostapd_event_type type;
	uint8_t station[ADDR_LEN];
	unsigned int frequency; /* MHz */
};

/* Returns true if a datagram is an event, not an answer. */
bool hostapd_is_event(const char *text);

/* Parses an event, which begins with "<" and its level. */
void hostapd_parse_event(const char *text, struct hostapd_event *event);

#endif
