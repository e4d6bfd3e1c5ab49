/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of hostapd: each is read as all that it could be. */
#include "fuzz.h"
#include "hostapd_text.h"

/* Octets of a control socket's datagram. */
#define TEXT_MAX 8191

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hostapd_status status;
	struct hostapd_station station;
	struct hostapd_event event;
	char text[TEXT_MAX + 1];

	if (size > TEXT_MAX)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	if (hostapd_parse_status(text, "wlan0", &status) &&
	    (!status.bss_n || !status.beacon_ms ||
	     !addr_is_bssid(status.bssid) ||
	     strlen(status.ssid) > HOSTAPD_SSID_MAX))
		abort();
	hostapd_parse_station(text, &station);
	hostapd_parse_event(text, &event);
	if (event.type == HOSTAPD_CHANNEL && !event.frequency)
		abort();
	return 0;
}
