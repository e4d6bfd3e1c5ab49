// SPDX-License-Identifier: GPL-2.0-only
/*
 * Detection of uplink frames that arrived before, or behind later ones. During a handover two WTPs
 * forward the frames of a station. A station also repeats a frame whose
 * acknowledgement was lost. mac80211 detects only the repetition, by the Retry
 * bit. The replay check of CCMP covers only encrypted frames. So this file
 * compares the number of a frame (IEEE 802.11-2020, 10.3.2.14): transmitter,
 * TID, sequence and fragment number.
 *
 * Anybody on the air can send a frame with the transmitter's address and the
 * number of its next frame. So the content must be the same too: this file
 * compares a keyed hash. The hash leaves out the fields that a repetition may
 * change, as CCMP's additional authentication data does (12.5.3.3.3).
 *
 * The table keeps the last frames of a transmitter, more than a block-ack
 * window. It forgets them after a second of silence, because the transmitter
 * may then count from a new start. A station restarts the numbers of its QoS
 * data when it authenticates or associates, so the table forgets them then. If
 * two transmitters share a table entry, the later one replaces the earlier.
 *
 * The controller forwards the first frames of a station, the switches the later
 * ones. So an Authentication that waits in the controller may arrive behind the
 * Association Request that its repetition made possible. hostapd would take it
 * for a new start and end the association. Such an Authentication has an earlier
 * number. Only an Association Request makes one late. Without protected management
 * frames a forged one ends the association itself, so it gains nothing more.
 */
#include <linux/etherdevice.h>
#include <linux/jhash.h>
#include <linux/jiffies.h>
#include <linux/once.h>
#include <linux/random.h>
#include <linux/siphash.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <net/mac80211.h>

#include "cloudmac_duplicate.h"

#define ENTRIES		512	/* a power of two */
#define KNOWN		128	/* a power of two */
#define WINDOW		HZ
#define LATE_NUMBERS	64	/* that an overtaken frame can be behind */
/* Management frames and data without QoS share a counter. */
#define NO_TID		IEEE80211_NUM_TIDS

struct entry {
	u8 addr[ETH_ALEN];
	u8 tid;
	u8 count;
	u8 next;
	unsigned long when;
	/* Of the last Association Request. */
	bool associated;
	u16 association;
	unsigned long associated_when;
	__le16 numbers[KNOWN];
	u32 contents[KNOWN];
};

/* What identifies a frame of a transmitter. */
struct identity {
	__le16 number;	/* sequence and fragment number */
	u32 content;	/* hash of the rest */
};

struct cloudmac_duplicates {
	spinlock_t lock;	/* guards the rest */
	u32 seed;
	struct entry entries[ENTRIES];
};

/**
 * cloudmac_duplicates_alloc - allocates an empty table
 *
 * Return: the table, NULL if there is no memory.
 */
struct cloudmac_duplicates *cloudmac_duplicates_alloc(void)
{
	struct cloudmac_duplicates *duplicates =
		kvzalloc(sizeof(*duplicates), GFP_KERNEL_ACCOUNT);

	if (!duplicates)
		return NULL;
	spin_lock_init(&duplicates->lock);
	duplicates->seed = get_random_u32();
	return duplicates;
}

/**
 * cloudmac_duplicates_free - frees a table
 * @duplicates: the table, or NULL
 */
void cloudmac_duplicates_free(struct cloudmac_duplicates *duplicates)
{
	kvfree(duplicates);
}

/* Checks if the number of a frame identifies it. Control frames have no number,
 * and null frames may have any. Each group frame of a scanning station needs a
 * response of its own. A WTP sends beacons and probe responses to a virtual station
 * again when the station scans again.
 */
static bool has_number(const struct ieee80211_hdr *hdr, unsigned int len)
{
	return len >= sizeof(struct ieee80211_hdr_3addr) &&
	       !ieee80211_is_ctl(hdr->frame_control) &&
	       !ieee80211_is_any_nullfunc(hdr->frame_control) &&
	       !ieee80211_is_probe_resp(hdr->frame_control) &&
	       (!is_multicast_ether_addr(hdr->addr1) ||
		ieee80211_is_data(hdr->frame_control));
}

static u8 tid_of(const struct ieee80211_hdr *hdr, unsigned int len)
{
	if (!ieee80211_is_data_qos(hdr->frame_control) ||
	    len < ieee80211_hdrlen(hdr->frame_control))
		return NO_TID;
	return ieee80211_get_tid((struct ieee80211_hdr *)hdr);
}

static struct entry *entry_of(struct cloudmac_duplicates *duplicates,
			      const u8 *addr, u8 tid)
{
	return &duplicates->entries[jhash(addr, ETH_ALEN,
					 duplicates->seed + tid) &
				   (ENTRIES - 1)];
}

static bool is_association(const struct ieee80211_hdr *hdr)
{
	return ieee80211_is_assoc_req(hdr->frame_control) ||
	       ieee80211_is_reassoc_req(hdr->frame_control);
}

static u16 sequence_of(const struct ieee80211_hdr *hdr)
{
	return IEEE80211_SEQ_TO_SN(le16_to_cpu(hdr->seq_ctrl));
}

/* Checks if the entry has frames that are not too old. */
static bool is_of(const struct entry *entry, const u8 *addr, u8 tid)
{
	return entry->tid == tid && ether_addr_equal(entry->addr, addr) &&
	       !time_after(jiffies, entry->when + WINDOW);
}

/* Forgets the QoS data of a transmitter. The caller holds @lock. */
static void forget_data(struct cloudmac_duplicates *duplicates, const u8 *addr)
{
	struct entry *entry;
	u8 tid;

	for (tid = 0; tid < IEEE80211_NUM_TIDS; tid++) {
		entry = entry_of(duplicates, addr, tid);
		if (entry->tid == tid && ether_addr_equal(entry->addr, addr)) {
			entry->count = 0;
			entry->next = 0;
		}
	}
}

/* Returns the hash of what a repetition of the frame does not change. */
static u32 content_of(const struct ieee80211_hdr *hdr, unsigned int len)
{
	static siphash_aligned_key_t key;
	unsigned int hdrlen = min(ieee80211_hdrlen(hdr->frame_control), len);
	struct {
		u64 body;
		__le16 frame_control;
		u8 addresses[4 * ETH_ALEN];
		__le16 seq_ctrl;
		u8 qos;
		u8 zero[3];
	} __aligned(8) head = {
		.frame_control = hdr->frame_control &
				 ~cpu_to_le16(IEEE80211_FCTL_RETRY |
					      IEEE80211_FCTL_PM |
					      IEEE80211_FCTL_MOREDATA |
					      IEEE80211_FCTL_ORDER),
		.seq_ctrl = hdr->seq_ctrl,
	};

	get_random_once(&key, sizeof(key));
	memcpy(head.addresses, hdr->addr1, 3 * ETH_ALEN);
	if (ieee80211_has_a4(hdr->frame_control) && len >= sizeof(*hdr))
		memcpy(head.addresses + 3 * ETH_ALEN, hdr->addr4, ETH_ALEN);
	if (tid_of(hdr, len) != NO_TID)
		head.qos = ieee80211_get_qos_ctl((struct ieee80211_hdr *)hdr)[0] &
			   (IEEE80211_QOS_CTL_TID_MASK |
			    IEEE80211_QOS_CTL_A_MSDU_PRESENT);
	head.body = siphash((const u8 *)hdr + hdrlen, len - hdrlen, &key);
	return siphash(&head, sizeof(head), &key);
}

static bool is_known(const struct entry *entry, const struct identity *frame)
{
	int i;

	for (i = 0; i < entry->count; i++)
		if (entry->numbers[i] == frame->number &&
		    entry->contents[i] == frame->content)
			return true;
	return false;
}

/**
 * cloudmac_is_duplicate - checks if a frame arrived before, and records it
 * @duplicates: the table
 * @hdr: the frame
 * @len: its length in octets
 *
 * Return: true if the table has the frame.
 */
bool cloudmac_is_duplicate(struct cloudmac_duplicates *duplicates,
			   const struct ieee80211_hdr *hdr, unsigned int len)
{
	struct identity frame;
	struct entry *entry;
	bool found;
	u8 tid;

	if (!has_number(hdr, len))
		return false;
	tid = tid_of(hdr, len);
	frame.number = hdr->seq_ctrl;
	frame.content = content_of(hdr, len);
	entry = entry_of(duplicates, hdr->addr2, tid);

	spin_lock_bh(&duplicates->lock);
	if (!is_of(entry, hdr->addr2, tid)) {
		ether_addr_copy(entry->addr, hdr->addr2);
		entry->tid = tid;
		entry->count = 0;
		entry->next = 0;
		entry->associated = false;
	}
	found = is_known(entry, &frame);
	if (!found) {
		entry->numbers[entry->next] = frame.number;
		entry->contents[entry->next] = frame.content;
		entry->next = (entry->next + 1) & (KNOWN - 1);
		if (entry->count < KNOWN)
			entry->count++;
		if (is_association(hdr)) {
			entry->associated = true;
			entry->association = sequence_of(hdr);
			entry->associated_when = jiffies;
		}
		if (is_association(hdr) ||
		    ieee80211_is_auth(hdr->frame_control))
			forget_data(duplicates, hdr->addr2);
	}
	entry->when = jiffies;
	spin_unlock_bh(&duplicates->lock);
	return found;
}

/**
 * cloudmac_is_overtaken - checks if a later frame arrived before this one
 * @duplicates: the table
 * @hdr: the frame
 * @len: its length in octets
 *
 * Return: true for an Authentication whose number is up to 63 before that of an
 * Association Request of the last second.
 */
bool cloudmac_is_overtaken(struct cloudmac_duplicates *duplicates,
			   const struct ieee80211_hdr *hdr, unsigned int len)
{
	const struct entry *entry;
	bool late;
	u16 behind;

	if (!has_number(hdr, len) || !ieee80211_is_auth(hdr->frame_control))
		return false;
	entry = entry_of(duplicates, hdr->addr2, NO_TID);

	spin_lock_bh(&duplicates->lock);
	behind = ieee80211_sn_sub(entry->association, sequence_of(hdr));
	late = is_of(entry, hdr->addr2, NO_TID) && entry->associated &&
	       !time_after(jiffies, entry->associated_when + WINDOW) &&
	       behind > 0 && behind < LATE_NUMBERS;
	spin_unlock_bh(&duplicates->lock);
	return late;
}
