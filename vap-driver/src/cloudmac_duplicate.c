// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frames that came before. While a station is handed over two WTPs forward what
 * it sends, and one whose acknowledgement was lost sends again. mac80211 finds
 * only the second, by the Retry bit, and CCMP's replay check only what is
 * encrypted. So a frame is known here by what its transmitter numbered it with
 * (IEEE 802.11-2020, 10.3.2.14): transmitter, TID, sequence and fragment number.
 *
 * What is known of a transmitter are its last frames, some more than a block
 * ack window, and nothing once it has been silent for a second: who starts to
 * count anew is not taken for a repetition of what it was. A station counts its
 * QoS data anew as soon as it authenticates or associates, so those numbers are
 * forgotten then. Of transmitters that share a place in the table the last one is
 * known.
 */
#include <linux/jhash.h>
#include <linux/slab.h>

#include "cloudmac_hwsim.h"

#define PLACES		512	/* a power of two */
#define KNOWN		128	/* a power of two */
#define WINDOW		HZ
/* Management frames and data without QoS share a counter. */
#define NO_TID		IEEE80211_NUM_TIDS

struct place {
	u8 addr[ETH_ALEN];
	u8 tid;
	u8 count;
	u8 next;
	unsigned long when;
	__le16 known[KNOWN];
};

struct cloudmac_duplicates {
	spinlock_t lock;	/* guards the rest */
	u32 seed;
	struct place places[PLACES];
};

/**
 * cloudmac_duplicates_alloc - a memory in which there is nothing yet
 *
 * Return: NULL without memory.
 */
struct cloudmac_duplicates *cloudmac_duplicates_alloc(void)
{
	struct cloudmac_duplicates *duplicates =
		kvzalloc(sizeof(*duplicates), GFP_KERNEL);

	if (!duplicates)
		return NULL;
	spin_lock_init(&duplicates->lock);
	duplicates->seed = get_random_u32();
	return duplicates;
}

/**
 * cloudmac_duplicates_free - free a memory
 * @duplicates: what cloudmac_duplicates_alloc() returned, or NULL
 */
void cloudmac_duplicates_free(struct cloudmac_duplicates *duplicates)
{
	kvfree(duplicates);
}

/* Is a frame numbered so that it can be told from others? Control frames have
 * no number, null data may have any, and a scanning station's frames to a
 * group are answered each for itself.
 */
static bool numbered(const struct ieee80211_hdr *hdr, unsigned int len)
{
	return len >= sizeof(struct ieee80211_hdr_3addr) &&
	       !ieee80211_is_ctl(hdr->frame_control) &&
	       !ieee80211_is_any_nullfunc(hdr->frame_control) &&
	       !is_multicast_ether_addr(hdr->addr1);
}

static u8 tid_of(const struct ieee80211_hdr *hdr, unsigned int len)
{
	if (!ieee80211_is_data_qos(hdr->frame_control) ||
	    len < ieee80211_hdrlen(hdr->frame_control))
		return NO_TID;
	return ieee80211_get_tid((struct ieee80211_hdr *)hdr);
}

static struct place *place_of(struct cloudmac_duplicates *duplicates,
			      const u8 *addr, u8 tid)
{
	return &duplicates->places[jhash(addr, ETH_ALEN,
					 duplicates->seed + tid) &
				   (PLACES - 1)];
}

static bool begins_anew(const struct ieee80211_hdr *hdr)
{
	return ieee80211_is_auth(hdr->frame_control) ||
	       ieee80211_is_assoc_req(hdr->frame_control) ||
	       ieee80211_is_reassoc_req(hdr->frame_control);
}

/* Forget the QoS data of a transmitter; @lock is held. */
static void forget_data(struct cloudmac_duplicates *duplicates, const u8 *addr)
{
	struct place *place;
	u8 tid;

	for (tid = 0; tid < IEEE80211_NUM_TIDS; tid++) {
		place = place_of(duplicates, addr, tid);
		if (place->tid == tid && ether_addr_equal(place->addr, addr)) {
			place->count = 0;
			place->next = 0;
		}
	}
}

/**
 * cloudmac_duplicate - did this frame come before?
 * @duplicates: what is remembered, this frame too from now on
 * @hdr: the frame
 * @len: its octets
 *
 * Return: true if it did.
 */
bool cloudmac_duplicate(struct cloudmac_duplicates *duplicates,
			const struct ieee80211_hdr *hdr, unsigned int len)
{
	struct place *place;
	bool found = false;
	int i;
	u8 tid;

	if (!numbered(hdr, len))
		return false;
	tid = tid_of(hdr, len);
	place = place_of(duplicates, hdr->addr2, tid);

	spin_lock_bh(&duplicates->lock);
	if (place->tid != tid || !ether_addr_equal(place->addr, hdr->addr2) ||
	    time_after(jiffies, place->when + WINDOW)) {
		ether_addr_copy(place->addr, hdr->addr2);
		place->tid = tid;
		place->count = 0;
		place->next = 0;
	}
	for (i = 0; i < place->count && !found; i++)
		found = place->known[i] == hdr->seq_ctrl;
	if (!found) {
		place->known[place->next] = hdr->seq_ctrl;
		place->next = (place->next + 1) & (KNOWN - 1);
		if (place->count < KNOWN)
			place->count++;
		if (begins_anew(hdr))
			forget_data(duplicates, hdr->addr2);
	}
	place->when = jiffies;
	spin_unlock_bh(&duplicates->lock);
	return found;
}
