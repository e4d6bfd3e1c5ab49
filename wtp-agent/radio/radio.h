/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of radio/: one radio, and the leases and permits that radios hold.
 *
 *	radio_ops.h		a radio, and the operations of each kind
 *	radio_request.h		operations executed by the worker
 *	abilities.h		what a radio applies of an injected frame
 *	obstacles.h		what keeps this host from using a radio
 *	radio_mac80211.c	radios below mac80211
 *	radio_ether.c		Ethernet interfaces as radios: test builds only
 *	lease.h			ACK leases: which radio acknowledges for whom
 *	bssid_mask.h		what radios acknowledge that have a mask
 *	permit.h		permits: which radio announces which BSSID
 *	regulatory.h		where a radio may send
 *	survey_choice.h		the survey of the radio's channel
 *	nl80211*.h		the kernel's wireless configuration
 */
#ifndef RADIO_H
#define RADIO_H

#include "abilities.h"
#include "bssid_mask.h"
#include "lease.h"
#include "nl80211.h"
#include "nl80211_reg.h"
#include "obstacles.h"
#include "permit.h"
#include "radio_ops.h"
#include "radio_request.h"
#include "regulatory.h"
#include "survey_choice.h"

#endif
