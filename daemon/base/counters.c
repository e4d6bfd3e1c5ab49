/* SPDX-License-Identifier: Apache-2.0 */
#include "counters.h"

#include <stddef.h>

static const char *const names[DROP_MAX] = {
	[DROP_SHORT] = "short",
	[DROP_ETHERTYPE] = "ethertype",
	[DROP_VERSION] = "version",
	[DROP_KIND] = "kind",
	[DROP_ADDRESS] = "address",
	[DROP_RADIOTAP] = "radiotap",
	[DROP_80211] = "80211",
	[DROP_TLV] = "tlv",
	[DROP_SEGMENT] = "segment",
	[DROP_BAD_FCS] = "bad_fcs",
	[DROP_FROM_AP] = "from_ap",
	[DROP_CONTROL] = "control",
	[DROP_NOT_FOR_US] = "not_for_us",
	[DROP_FOREIGN] = "foreign",
	[DROP_PROBE_RATE] = "probe_rate",
	[DROP_NEWCOMERS] = "newcomers",
	[DROP_STATUS] = "status",
	[DROP_VAP_ID] = "vap_id",
	[DROP_BSSID] = "bssid",
	[DROP_ROLE] = "role",
	[DROP_CHANNEL] = "channel",
	[DROP_MESSAGE] = "message",
	[DROP_MESSAGE_RATE] = "message_rate",
	[DROP_NO_LEASE] = "no_lease",
	[DROP_TOO_LONG] = "too_long",
	[DROP_SEGMENT_REPEATED] = "segment_repeated",
	[DROP_SEGMENT_CONFLICT] = "segment_conflict",
	[DROP_SEGMENT_TIMEOUT] = "segment_timeout",
	[DROP_SEGMENT_EVICTED] = "segment_evicted",
	[DROP_MTU] = "mtu",
	[DROP_TX_FULL] = "tx_full",
	[DROP_TX_ERROR] = "tx_error",
	[DROP_RING_FULL] = "ring_full",
	[DROP_QUEUE_FULL] = "queue_full",
	[DROP_QUEUE_OLD] = "queue_old",
	[DROP_QUEUE_CODEL] = "queue_codel",
	[DROP_STATUS_LOST] = "status_lost",
};

const char *drop_reason_name(enum drop_reason reason)
{
	return (unsigned int)reason < DROP_MAX ? names[reason] : NULL;
}
