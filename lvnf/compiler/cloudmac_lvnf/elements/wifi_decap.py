# SPDX-License-Identifier: Apache-2.0
"""WifiDecap: converts 802.11 data frames to Ethernet."""

from .base import Element


class WifiDecap(Element):
    """Converts 802.11 data frames to Ethernet. Drops all other frames, and those that cannot be
    converted alone: encrypted frames, fragments and A-MSDUs."""

    USAGE = "WifiDecap()"
    SUMMARY = "converts 802.11 data frames to Ethernet; drops all others"
    TYPES = """
#define LVNF_DECAP_HEAD     24
#define LVNF_DECAP_LLC      6 /* LLC and the OUI of SNAP, before the type */
#define LVNF_DECAP_TYPE     2
#define LVNF_DECAP_ADDRESS(n) (4 + ETH_ALEN * ((n) - 1))

/* Reads the addresses of an 802.11 header with a fixed part 'head' (IEEE
 * 802.11-2020, table 9-30). Adds the length of address 4 to 'at'. */
static __always_inline bool
lvnf_decap_addresses(struct __sk_buff *packet, const __u8 *head, __u32 *at,
                     __u8 *to, __u8 *from)
{
        switch (head[1] & 0x03) {
        case 0x00: /* between stations */
                __builtin_memcpy(to, head + LVNF_DECAP_ADDRESS(1), ETH_ALEN);
                __builtin_memcpy(from, head + LVNF_DECAP_ADDRESS(2), ETH_ALEN);
                return true;
        case 0x01: /* to the access point */
                __builtin_memcpy(to, head + LVNF_DECAP_ADDRESS(3), ETH_ALEN);
                __builtin_memcpy(from, head + LVNF_DECAP_ADDRESS(2), ETH_ALEN);
                return true;
        case 0x02: /* from the access point */
                __builtin_memcpy(to, head + LVNF_DECAP_ADDRESS(1), ETH_ALEN);
                __builtin_memcpy(from, head + LVNF_DECAP_ADDRESS(3), ETH_ALEN);
                return true;
        default: /* with four addresses */
                __builtin_memcpy(to, head + LVNF_DECAP_ADDRESS(3), ETH_ALEN);
                *at += ETH_ALEN;
                return lvnf_load(packet, LVNF_DECAP_HEAD, from, ETH_ALEN);
        }
}

/* Returns true for LLC and SNAP with the OUI of RFC 1042 or of the bridge tunnel
 * (IEEE 802.1H), because an Ethernet type follows. */
static __always_inline bool lvnf_decap_has_type(const __u8 *llc)
{
        return llc[0] == 0xaa && llc[1] == 0xaa && llc[2] == 0x03 && !llc[3] &&
               !llc[4] && (!llc[5] || llc[5] == 0xf8);
}
"""
    STRIPS = True
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
        __u8 head[LVNF_DECAP_HEAD], llc[LVNF_DECAP_LLC], addresses[2 * ETH_ALEN];
        __u32 at = sizeof(head);

        if (!lvnf_load(packet, 0, head, sizeof(head)))
                return LVNF_DROP;
        /* Data or QoS data; neither more fragments, encrypted nor a fragment. */
        if ((head[0] & 0x7f) != 0x08 || (head[1] & 0x44) || (head[22] & 0x0f))
                return LVNF_DROP;
        if (!lvnf_decap_addresses(packet, head, &at, addresses,
                                  addresses + ETH_ALEN))
                return LVNF_DROP;
        if (head[0] & 0x80) {
                __u8 qos;

                if (!lvnf_load(packet, at, &qos, sizeof(qos)) || (qos & 0x80))
                        return LVNF_DROP; /* an A-MSDU */
                at += 2;
                if (head[1] & 0x80)
                        at += 4; /* HT control */
        }
        if (!lvnf_load(packet, at, llc, sizeof(llc)) || !lvnf_decap_has_type(llc))
                return LVNF_DROP;
        /* The type is where an Ethernet header has it, so the addresses go in
         * front of it, over the 802.11 header. */
        if (!lvnf_strip(packet, at + LVNF_DECAP_LLC + LVNF_DECAP_TYPE - ETH_HLEN))
                return LVNF_DROP;
        if (lvnf_length(packet) < ETH_HLEN ||
            bpf_skb_store_bytes(packet, lvnf_offset(packet), addresses,
                                sizeof(addresses), 0))
                return LVNF_DROP;
        return 0;
}
"""
