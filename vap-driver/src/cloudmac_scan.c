// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scans of a virtual station. The driver sends the scan to the WTP, and again
 * until the WTP reports that it is done. The results arrive before that, as
 * received beacons and probe responses.
 *
 * mac80211 needs exactly one notice that a scan has ended. Whoever clears @active
 * sends it: the answer, the time limit, or mac80211's own cancellation.
 */
#include <linux/etherdevice.h>
#include <linux/jiffies.h>
#include <linux/random.h>
#include <net/mac80211.h>

#include "cloudmac_message.h"
#include "cloudmac_port.h"
#include "cloudmac_radio.h"
#include "cloudmac_scan.h"
#include "cloudmac_stats.h"

#define REPEAT_AFTER	msecs_to_jiffies(CLOUDMAC_VSTA_SCAN_REPEAT)
#define GIVE_UP_AFTER	msecs_to_jiffies(CLOUDMAC_VSTA_SCAN_TIMEOUT)

/* Converts mac80211's request. Returns false if a message cannot hold it. */
static bool convert(struct cloudmac_vsta_scan *scan,
		    const struct cfg80211_scan_request *wanted)
{
	u32 i;

	memset(scan, 0, sizeof(*scan));
	if (wanted->n_ssids)
		scan->flags |= CLOUDMAC_VSTA_ACTIVE;
	if (wanted->flags & NL80211_SCAN_FLAG_FLUSH)
		scan->flags |= CLOUDMAC_VSTA_FRESH;
	for (i = 0; i < wanted->n_channels; i++)
		if (!cloudmac_scan_add_frequency(
			    scan, wanted->channels[i]->center_freq))
			return false;
	for (i = 0; i < wanted->n_ssids; i++)
		if (!cloudmac_scan_add_ssid(scan, wanted->ssids[i].ssid,
					    wanted->ssids[i].ssid_len))
			return false;
	return scan->frequencies_n;
}

/* Sends the message. The caller holds @lock. */
static void request(struct cloudmac_radio *radio)
{
	struct cloudmac_scan *scan = &radio->scan;
	u8 message[CLOUDMAC_MESSAGE_MAX];
	u16 len = cloudmac_message_scan(message, scan->address, &scan->request);

	if (cloudmac_port_send_octets(radio, message, len,
				      CLOUDMAC_PRIORITY_MGMT))
		cloudmac_count(radio, tx_scans);
}

/* Notifies mac80211. The caller has cleared @active, and does not hold @lock. */
static void notify(struct cloudmac_radio *radio, bool done)
{
	struct cfg80211_scan_info info = { .aborted = !done };

	if (done)
		cloudmac_count(radio, scans_done);
	else
		cloudmac_count(radio, scans_failed);
	ieee80211_scan_completed(radio->hw, &info);
}

static void repeat(struct work_struct *work)
{
	struct cloudmac_radio *radio = container_of(
		to_delayed_work(work), struct cloudmac_radio, scan.repeat);
	struct cloudmac_scan *scan = &radio->scan;
	bool given_up = false;

	spin_lock_bh(&scan->lock);
	if (scan->active && !scan->answered) {
		given_up = !rcu_access_pointer(radio->port) ||
			   time_after(jiffies, scan->begun + GIVE_UP_AFTER);
		if (given_up) {
			scan->active = false;
		} else {
			request(radio);
			schedule_delayed_work(&scan->repeat, REPEAT_AFTER);
		}
	}
	spin_unlock_bh(&scan->lock);
	if (given_up)
		notify(radio, false);
}

/**
 * cloudmac_scan_init - initializes the scans of a radio
 * @radio: the radio
 */
void cloudmac_scan_init(struct cloudmac_radio *radio)
{
	struct cloudmac_scan *scan = &radio->scan;

	spin_lock_init(&scan->lock);
	/* A WTP can remember a scan of an earlier radio with this address. */
	scan->last_id = get_random_u32();
	INIT_DELAYED_WORK(&scan->repeat, repeat);
}

/**
 * cloudmac_scan_begin - starts a scan
 * @radio: the radio, in station role
 * @vif: interface of the virtual station
 * @wanted: channels, SSIDs and flags
 *
 * Return: 0, -EBUSY during a scan, -ENODEV without a lower device, -EINVAL if no
 * message can hold the scan.
 */
int cloudmac_scan_begin(struct cloudmac_radio *radio,
			const struct ieee80211_vif *vif,
			const struct cfg80211_scan_request *wanted)
{
	struct cloudmac_scan *scan = &radio->scan;
	int err = 0;

	spin_lock_bh(&scan->lock);
	if (scan->active) {
		err = -EBUSY;
	} else if (!rcu_access_pointer(radio->port)) {
		err = -ENODEV;
	} else if (!convert(&scan->request, wanted)) {
		err = -EINVAL;
	} else {
		scan->last_id = scan->last_id == U16_MAX ? 1 :
							   scan->last_id + 1;
		scan->request.id = scan->last_id;
		ether_addr_copy(scan->address, vif->addr);
		scan->begun = jiffies;
		scan->active = true;
		scan->answered = false;
		request(radio);
		mod_delayed_work(system_wq, &scan->repeat, REPEAT_AFTER);
	}
	spin_unlock_bh(&scan->lock);
	return err;
}

/**
 * cloudmac_scan_cancel - ends the scan if there is one
 * @radio: the radio
 *
 * When this returns, the radio sends no more of the scan.
 */
void cloudmac_scan_cancel(struct cloudmac_radio *radio)
{
	struct cloudmac_scan *scan = &radio->scan;
	bool ended;

	spin_lock_bh(&scan->lock);
	ended = scan->active;
	scan->active = false;
	spin_unlock_bh(&scan->lock);
	cancel_delayed_work_sync(&scan->repeat);
	if (ended)
		notify(radio, false);
}

/**
 * cloudmac_scan_is_active - checks if a scan is under way
 * @radio: the radio
 *
 * Return: true if mac80211 waits for the end of a scan.
 */
bool cloudmac_scan_is_active(struct cloudmac_radio *radio)
{
	return READ_ONCE(radio->scan.active);
}

/**
 * cloudmac_scan_answer - records a scan done
 * @radio: the radio
 * @frame: a frame of kind 3 to the virtual station
 *
 * Return: true if the frame ends the scan under way. The caller then calls
 * cloudmac_scan_finish() after mac80211 has got the frames that came before.
 */
bool cloudmac_scan_answer(struct cloudmac_radio *radio,
			  const struct cloudmac_frame *frame)
{
	struct cloudmac_scan *scan = &radio->scan;
	struct cloudmac_vsta_done done;
	bool awaited;

	if (!cloudmac_vsta_done_parse(frame, &done))
		return false;
	spin_lock_bh(&scan->lock);
	awaited = scan->active && !scan->answered &&
		  done.id == scan->request.id &&
		  ether_addr_equal(((const struct ieee80211_hdr *)frame->frame)->addr1,
				   scan->address);
	if (awaited) {
		scan->answered = true;
		scan->status = done.status;
	}
	spin_unlock_bh(&scan->lock);
	return awaited;
}

/**
 * cloudmac_scan_finish - ends the scan that was answered
 * @radio: the radio; nothing happens if its scan has ended already
 */
void cloudmac_scan_finish(struct cloudmac_radio *radio)
{
	struct cloudmac_scan *scan = &radio->scan;
	bool ended, done;

	spin_lock_bh(&scan->lock);
	ended = scan->active && scan->answered;
	done = scan->status == CLOUDMAC_VSTA_DONE;
	if (ended)
		scan->active = false;
	spin_unlock_bh(&scan->lock);
	if (ended)
		notify(radio, done);
}
