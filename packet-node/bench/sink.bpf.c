/* SPDX-License-Identifier: Apache-2.0 */
/* Drops all frames that an interface receives, after it has counted them. */
#include <linux/bpf.h>
#include <linux/pkt_cls.h>

__attribute__((section("tc"), used)) int sink(struct __sk_buff *skb)
{
	(void)skb;
	return TC_ACT_SHOT;
}
