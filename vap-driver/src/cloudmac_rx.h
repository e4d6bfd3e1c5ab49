/* SPDX-License-Identifier: GPL-2.0-only */
/* From the wire to mac80211. */
#ifndef CLOUDMAC_RX_H
#define CLOUDMAC_RX_H

#include <linux/netdevice.h>

rx_handler_result_t cloudmac_rx_handler(struct sk_buff **pskb);

#endif /* CLOUDMAC_RX_H */
