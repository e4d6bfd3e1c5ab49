/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * Generic netlink interface between the module cloudmac_hwsim and the command
 * line tool. Every network namespace has the family. It shows and deletes the
 * radios whose wiphy is in the same namespace.
 */
#ifndef CLOUDMAC_UAPI_H
#define CLOUDMAC_UAPI_H

#define CLOUDMAC_GENL_NAME	"cloudmac_hwsim"
#define CLOUDMAC_GENL_VERSION	1

/**
 * enum cloudmac_cmd - commands of the family
 *
 * @CLOUDMAC_CMD_UNSPEC: not used
 * @CLOUDMAC_CMD_NEW_RADIO: creates a radio; LOWER_INDEX is required, VLAN, NAME,
 *	ADDRESS, CHANNELS, STATUS_TIMEOUT, PENDING_MAX, CREDIT and ROLE are optional;
 *	replies with ID, NAME and ADDRESS
 * @CLOUDMAC_CMD_DEL_RADIO: deletes the radio given by ID or NAME
 * @CLOUDMAC_CMD_GET_RADIO: describes the radio given by ID or NAME; a dump
 *	describes all radios of the caller's network namespace
 * @CLOUDMAC_CMD_GET_STATS: returns the counters of the radio given by ID or NAME
 */
enum cloudmac_cmd {
	CLOUDMAC_CMD_UNSPEC,
	CLOUDMAC_CMD_NEW_RADIO,
	CLOUDMAC_CMD_DEL_RADIO,
	CLOUDMAC_CMD_GET_RADIO,
	CLOUDMAC_CMD_GET_STATS,
};

/**
 * enum cloudmac_attr - attributes of the family
 *
 * @CLOUDMAC_ATTR_UNSPEC: not used
 * @CLOUDMAC_ATTR_ID: u32, number of the radio, never reused
 * @CLOUDMAC_ATTR_NAME: string, name of the wiphy (phy0)
 * @CLOUDMAC_ATTR_LOWER_INDEX: u32, interface index of the Ethernet device that
 *	carries the frames; absent in replies after its removal
 * @CLOUDMAC_ATTR_LOWER_NAME: string, name of that device, in replies
 * @CLOUDMAC_ATTR_VLAN: u16, 802.1Q VLAN id 1 to 4094; absent: untagged
 * @CLOUDMAC_ATTR_ADDRESS: 6 octets, permanent address of the radio
 * @CLOUDMAC_ATTR_CHANNELS: u32, channels in use at the same time, 1 to 16
 * @CLOUDMAC_ATTR_STATUS_TIMEOUT: u32, time to wait for a TX status in ms, 10 to
 *	10000
 * @CLOUDMAC_ATTR_PENDING_MAX: u32, limit of frames that await their TX status,
 *	16 to 65536
 * @CLOUDMAC_ATTR_PENDING: u32, frames that await it now, in replies
 * @CLOUDMAC_ATTR_STATS: nested, one CLOUDMAC_ATTR_STAT per counter
 * @CLOUDMAC_ATTR_STAT: nested, STAT_NAME and STAT_VALUE
 * @CLOUDMAC_ATTR_STAT_NAME: string, name of a counter
 * @CLOUDMAC_ATTR_STAT_VALUE: u64, value of a counter
 * @CLOUDMAC_ATTR_PAD: alignment of 64-bit values
 * @CLOUDMAC_ATTR_CREDIT: u8, 1: frames wait in mac80211 until their receiver has
 *	credit of airtime; 0: the driver sends them at once
 * @CLOUDMAC_ATTR_ROLE: u8, enum cloudmac_role; absent in a request: access point
 * @__CLOUDMAC_ATTR_END: number of attributes
 */
enum cloudmac_attr {
	CLOUDMAC_ATTR_UNSPEC,
	CLOUDMAC_ATTR_ID,
	CLOUDMAC_ATTR_NAME,
	CLOUDMAC_ATTR_LOWER_INDEX,
	CLOUDMAC_ATTR_LOWER_NAME,
	CLOUDMAC_ATTR_VLAN,
	CLOUDMAC_ATTR_ADDRESS,
	CLOUDMAC_ATTR_CHANNELS,
	CLOUDMAC_ATTR_STATUS_TIMEOUT,
	CLOUDMAC_ATTR_PENDING_MAX,
	CLOUDMAC_ATTR_PENDING,
	CLOUDMAC_ATTR_STATS,
	CLOUDMAC_ATTR_STAT,
	CLOUDMAC_ATTR_STAT_NAME,
	CLOUDMAC_ATTR_STAT_VALUE,
	CLOUDMAC_ATTR_PAD,
	CLOUDMAC_ATTR_CREDIT,
	CLOUDMAC_ATTR_ROLE,
	__CLOUDMAC_ATTR_END,
};

/**
 * enum cloudmac_role - whose antenna the WTPs are
 *
 * @CLOUDMAC_ROLE_AP: of access points
 * @CLOUDMAC_ROLE_STATION: of one virtual station; CHANNELS must be 1
 */
enum cloudmac_role {
	CLOUDMAC_ROLE_AP = 0,
	CLOUDMAC_ROLE_STATION = 1,
};

#define CLOUDMAC_ATTR_MAX	(__CLOUDMAC_ATTR_END - 1)

#define CLOUDMAC_VLAN_MAX		4094
#define CLOUDMAC_CHANNELS_MAX		16
#define CLOUDMAC_STATUS_TIMEOUT_MIN	10
#define CLOUDMAC_STATUS_TIMEOUT_MAX	10000
#define CLOUDMAC_PENDING_LEAST		16
#define CLOUDMAC_PENDING_MOST		65536

#endif /* CLOUDMAC_UAPI_H */
