/* SPDX-License-Identifier: GPL-2.0-only */
/* hostapd's control sockets: finds the one of a BSSID, switches channels. */
#ifndef HOSTAPD_H
#define HOSTAPD_H

#include <stdbool.h>
#include <stdint.h>

#include "cloudmac_switch.h"

/* A BSS, with a socket that is connected to its hostapd. */
struct hostapd {
	int fd;
	unsigned int freq;	/* MHz, at the time of hostapd_open() */
	unsigned int beacon_ms;	/* beacon interval */
	unsigned int bss;	/* number of BSSes of the radio */
	bool ht, vht, he;
};

enum hostapd_event {
	HOSTAPD_NOTHING,	/* no relevant event */
	HOSTAPD_SWITCHED,
	HOSTAPD_ENDED,		/* the BSS is down, or hostapd ends */
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
