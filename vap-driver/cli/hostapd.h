/* SPDX-License-Identifier: GPL-2.0-only */
/* hostapd's control sockets: finding the one of a BSSID, switching channels. */
#ifndef HOSTAPD_H
#define HOSTAPD_H

#include <stdbool.h>
#include <stdint.h>

#include "cloudmac_switch.h"

/* A BSS, with a socket that is connected to its hostapd. */
struct hostapd {
	int fd;
	unsigned int freq;	/* MHz, when it was opened */
	unsigned int beacon_ms;	/* between beacons */
	unsigned int bss;	/* that share the radio */
	bool ht, vht, he;
};

enum hostapd_event {
	HOSTAPD_NOTHING,	/* none that matters */
	HOSTAPD_SWITCHED,
	HOSTAPD_ENDED,		/* its BSS is down, or hostapd is going */
};

enum cloudmac_switch_reason hostapd_open(struct hostapd *h, const char *folder,
					 const uint8_t *bssid);
void hostapd_close(struct hostapd *h);
enum cloudmac_switch_reason hostapd_switch(struct hostapd *h,
					   unsigned int freq,
					   unsigned int count);
enum hostapd_event hostapd_read_event(struct hostapd *h, unsigned int *freq);
bool hostapd_parse_status(const char *text, const uint8_t *bssid,
			  struct hostapd *h);

#endif /* HOSTAPD_H */
