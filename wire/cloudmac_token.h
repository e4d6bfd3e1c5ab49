/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * The token by which a VAP recognizes the TX status of its frame, in a vendor
 * namespace of radiotap (SPECIFICATION.md, 1.1.3).
 *
 * The caller's radiotap parser finds the namespace. This file reads and writes
 * its content. The rules of cloudmac.h apply.
 */
#ifndef CLOUDMAC_TOKEN_H
#define CLOUDMAC_TOKEN_H

#include "cloudmac_chain.h"

#define CLOUDMAC_SUBNS_TOKEN   3
#define CLOUDMAC_TOKEN_PRESENT 0x01 /* present word of the namespace */
#define CLOUDMAC_TOKEN_NONE    0
/* Length that cloudmac_token_pack() writes. */
#define CLOUDMAC_TOKEN_LEN     (CLOUDMAC_NAMESPACE_HLEN + 4)

/* Writes the namespace with its header at 'at'. Its offset in the radiotap
 * header must be even. Returns the length in octets. */
static inline u16 cloudmac_token_pack(u8 *at, u32 token)
{
	u8 i;

	at[0] = CLOUDMAC_OUI_0;
	at[1] = CLOUDMAC_OUI_1;
	at[2] = CLOUDMAC_OUI_2;
	at[3] = CLOUDMAC_SUBNS_TOKEN;
	at[4] = 4;
	at[5] = 0;
	for (i = 0; i < 4; i++)
		at[CLOUDMAC_NAMESPACE_HLEN + i] = (u8)(token >> 8 * i);
	return CLOUDMAC_TOKEN_LEN;
}

/*
 * Parses the vendor namespace whose header is at 'at'. The radiotap header ends
 * 'len' octets later. Returns the token, or CLOUDMAC_TOKEN_NONE if it is another
 * namespace or malformed.
 */
static inline u32 cloudmac_token_parse(const u8 *at, u32 len)
{
	u32 size;

	if (len < CLOUDMAC_TOKEN_LEN || at[0] != CLOUDMAC_OUI_0 ||
	    at[1] != CLOUDMAC_OUI_1 || at[2] != CLOUDMAC_OUI_2 ||
	    at[3] != CLOUDMAC_SUBNS_TOKEN)
		return CLOUDMAC_TOKEN_NONE;
	size = cloudmac_get_le16(at + 4);
	if (size < 4 || size > len - CLOUDMAC_NAMESPACE_HLEN)
		return CLOUDMAC_TOKEN_NONE;
	at += CLOUDMAC_NAMESPACE_HLEN;
	return cloudmac_get_le16(at) | (u32)cloudmac_get_le16(at + 2) << 16;
}

#endif /* CLOUDMAC_TOKEN_H */
