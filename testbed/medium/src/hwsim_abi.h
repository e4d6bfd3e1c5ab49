/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of mac80211_hwsim's generic netlink family. The kernel does not
 * install its header for user space. */
#ifndef HWSIM_ABI_H
#define HWSIM_ABI_H

#include <stdint.h>

#define HWSIM_FAMILY  "MAC80211_HWSIM"
#define HWSIM_VERSION 1

enum hwsim_cmd {
	HWSIM_CMD_REGISTER = 1,
	HWSIM_CMD_FRAME = 2,
	HWSIM_CMD_TX_INFO_FRAME = 3,
	HWSIM_CMD_ADD_MAC_ADDR = 7,
	HWSIM_CMD_DEL_MAC_ADDR = 8,
};

enum hwsim_attr {
	HWSIM_ATTR_ADDR_RECEIVER = 1,
	HWSIM_ATTR_ADDR_TRANSMITTER = 2,
	HWSIM_ATTR_FRAME = 3,
	HWSIM_ATTR_FLAGS = 4,
	HWSIM_ATTR_RX_RATE = 5,
	HWSIM_ATTR_SIGNAL = 6,
	HWSIM_ATTR_TX_INFO = 7,
	HWSIM_ATTR_COOKIE = 8,
	HWSIM_ATTR_FREQ = 19,
	HWSIM_ATTR_TX_INFO_FLAGS = 21,
	HWSIM_ATTR_TX_POWER = 30, /* of the lab kernel */
	HWSIM_ATTR_LAST = HWSIM_ATTR_TX_POWER,
};

#define HWSIM_FLAG_NO_ACK   0x2u
#define HWSIM_FLAG_STAT_ACK 0x4u

#define HWSIM_RATES		4
#define HWSIM_RC_RTS_CTS	0x001u
#define HWSIM_RC_CTS_PROTECT	0x002u
#define HWSIM_RC_SHORT_PREAMBLE 0x004u
#define HWSIM_RC_MCS		0x008u
#define HWSIM_RC_40_MHZ		0x020u
#define HWSIM_RC_SHORT_GI	0x080u
#define HWSIM_RC_VHT_MCS	0x100u
#define HWSIM_RC_80_MHZ		0x200u
#define HWSIM_RC_160_MHZ	0x400u

struct hwsim_tx_rate {
	int8_t idx;
	uint8_t count;
} __attribute__((packed));

struct hwsim_tx_rate_flag {
	int8_t idx;
	uint16_t flags;
} __attribute__((packed));

#endif
