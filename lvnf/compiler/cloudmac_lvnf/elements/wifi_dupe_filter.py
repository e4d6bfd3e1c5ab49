# SPDX-License-Identifier: Apache-2.0
"""WifiDupeFilter: drops repeated 802.11 frames."""

import dataclasses

from .base import Element, Handler

STATIONS = 10_000
STATIONS_MAX = 1_000_000


class WifiDupeFilter(Element):
    """Drops a frame with the Retry bit whose sequence control equals the sequence control of the
    previous frame of the same transmitter and TID (IEEE 802.11-2020, 10.3.2.14)."""

    USAGE = "WifiDupeFilter() or WifiDupeFilter(STATIONS)"
    SUMMARY = f"drops 802.11 frames that a station repeats; remembers {STATIONS:,} STATIONS"
    TYPES = """
#define LVNF_WIFI_TIDS 16
#define LVNF_WIFI_NONE (-1)

struct lvnf_wifi_transmitter {
        __u8 transmitter[ETH_ALEN];
};

/* What is known about a transmitter. sequence_control: of the latest frame of
 * each TID, and of those without a TID; LVNF_WIFI_NONE before the first. */
struct lvnf_wifi_dupes {
        __u64 duplicates;
        __u64 entries; /* frames, duplicates among them */
        __u32 last_sequence; /* number of the latest frame */
        __s32 no_tid_control;
        __s32 tid_control[LVNF_WIFI_TIDS];
};

/* The header's beginning; the same in all frames that have a sequence control. */
struct lvnf_wifi_head {
        __u8 control[2];
        __u8 duration[2];
        __u8 receiver[ETH_ALEN];
        __u8 transmitter[ETH_ALEN];
        __u8 address_3[ETH_ALEN];
        __u8 sequence_control[2];
};

/* Not on the stack, where a later element could not use its place: Linux 6.1
 * refuses to write single octets over a number of 8. */
static const struct lvnf_wifi_dupes lvnf_wifi_unknown = {
        .no_tid_control = LVNF_WIFI_NONE,
        .tid_control = { [0 ... LVNF_WIFI_TIDS - 1] = LVNF_WIFI_NONE },
};

static __always_inline struct lvnf_wifi_dupes *
lvnf_wifi_dupes_of(void *table, const struct lvnf_wifi_head *head)
{
        struct lvnf_wifi_transmitter key;
        struct lvnf_wifi_dupes *found;

        __builtin_memcpy(key.transmitter, head->transmitter, ETH_ALEN);
        found = bpf_map_lookup_elem(table, &key);
        if (!found) {
                bpf_map_update_elem(table, &key, &lvnf_wifi_unknown, BPF_NOEXIST);
                found = bpf_map_lookup_elem(table, &key);
        }
        return found;
}

/* Returns true for a frame that can be recognized when it comes again: a
 * management or data frame to one station, and no null function, whose sequence
 * control may be anything. */
static __always_inline bool
lvnf_wifi_has_sequence(const struct lvnf_wifi_head *head)
{
        __u8 type = head->control[0] & 0x0f, subtype = head->control[0] >> 4;

        if (type == 0x00)
                return !(head->receiver[0] & 1);
        return type == 0x08 && !(subtype & 0x4) && !(head->receiver[0] & 1);
}
"""
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
        struct lvnf_wifi_head head;
        struct lvnf_wifi_dupes *known;
        __s32 control, *before;

        if (!lvnf_load(packet, 0, &head, sizeof(head)) ||
            !lvnf_wifi_has_sequence(&head))
                return 0;
        known = lvnf_wifi_dupes_of($dupes_table, &head);
        if (!known)
                return 0;
        /* QoS data has a TID, behind address 4 if there is one. */
        before = &known->no_tid_control;
        if ((head.control[0] & 0x8c) == 0x88) {
                __u32 at = sizeof(head);
                __u8 tid;

                if ((head.control[1] & 0x03) == 0x03)
                        at += ETH_ALEN;
                if (!lvnf_load(packet, at, &tid, sizeof(tid)))
                        return 0;
                before = &known->tid_control[tid & (LVNF_WIFI_TIDS - 1)];
        }
        control = head.sequence_control[0] | head.sequence_control[1] << 8;
        __sync_fetch_and_add(&known->entries, 1);
        known->last_sequence = control >> 4;
        if ((head.control[1] & 0x08) && *before == control) {
                __sync_fetch_and_add(&known->duplicates, 1);
                return LVNF_DROP;
        }
        *before = control;
        return 0;
}
"""

    HANDLERS = {
        "dupes_table": Handler(
            "per transmitter: duplicates, entries (frames), last_sequence",
            key="struct lvnf_wifi_transmitter",
            value="struct lvnf_wifi_dupes",
            kind="LRU_HASH",
            is_kept=True,
        )
    }

    def read(self, arguments):
        self.expect_number_of(arguments, 0, 1)
        self.stations = STATIONS
        if arguments:
            self.stations = self.integer(arguments[0], 1, STATIONS_MAX, "STATIONS")

    def handlers(self):
        return {
            name: dataclasses.replace(handler, entries=self.stations)
            for name, handler in self.HANDLERS.items()
        }
