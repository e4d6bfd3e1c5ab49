/* SPDX-License-Identifier: Apache-2.0 */
/* Messages and frames of virtual stations, as the wire delivers them. */
#include "fuzz.h"
#include "vsta/vsta.h"

/* Each wanted frequency ends once, and the last one ends the scan. */
static void run_scan(const struct cloudmac_vsta_scan *request)
{
	struct scan scan = { 0 };
	unsigned int left = request->frequencies_n;

	if (scan_start(&scan, request, 1) != SCAN_STARTED)
		abort();
	while (left) {
		unsigned int mhz = scan_next(&scan);

		if (!mhz || !scan_wants(&scan, mhz) ||
		    scan_finish(&scan, mhz, SCAN_VISITED) != (left == 1))
			abort();
		left--;
	}
	if (scan.done.visited != request->frequencies_n || scan_next(&scan))
		abort();
}

static void handle_message(const uint8_t *data, size_t size)
{
	struct cloudmac_vsta_hello hello;
	struct cloudmac_vsta_scan scan;
	struct cloudmac_frame frame;

	if (cloudmac_frame_parse(data, (uint32_t)size, CLOUDMAC_DOWNLINK,
				 &frame))
		return;
	if (cloudmac_vsta_hello_parse(&frame, &hello) &&
	    (hello.ssid.len > CLOUDMAC_VSTA_SSID_MAX ||
	     cloudmac_addr_is_group(hello.bssid)))
		abort();
	if (cloudmac_vsta_scan_parse(&frame, &scan))
		run_scan(&scan);
}

static enum downlink_role role_of(void *arg, const uint8_t *address)
{
	(void)arg;
	(void)address;
	return DOWNLINK_ROLE_GUEST;
}

static void handle_frame(uint8_t *data, size_t size)
{
	uint8_t content[GUEST_REFUSAL_LEN];
	struct downlink_frame frame;

	if (downlink_unwrap_any(data, size, role_of, NULL, &frame) ||
	    !guest_filter_type(frame.body))
		return;
	guest_filter_receiver(frame.body, frame.body_len, frame.station);
	if (guest_filter_is_auth(frame.body, frame.body_len))
		guest_frame_make_refusal(content, frame.body, 37, 2412, 7);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fuzz_copy(data, size);

	handle_message(copy, size);
	handle_frame(copy, size);
	free(copy);
	return 0;
}
