/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of frame/: frame formats, and decisions that need nothing but the
 * frame. No file here does I/O, keeps state or reads the clock.
 *
 *	ieee80211.h	fields of 802.11 frames; DELBA, BAR and QoS null
 *	radiotap.h	radiotap headers
 *	rate.h		rates, in radiotap and in the wire format
 *	airtime.h	duration of frames on the air
 *	tsf.h		timestamps of beacons and probe responses
 *	downlink.h	from the wire format to a frame to inject
 *	uplink.h	from a monitor interface to the wire format
 *	filter.h	which received frames the agent forwards
 */
#ifndef FRAME_H
#define FRAME_H

#include "airtime.h"
#include "downlink.h"
#include "filter.h"
#include "ieee80211.h"
#include "radiotap.h"
#include "rate.h"
#include "tsf.h"
#include "uplink.h"

#endif
