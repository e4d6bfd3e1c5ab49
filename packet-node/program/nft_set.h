/* SPDX-License-Identifier: Apache-2.0 */
/* The elements of a set of nftables as entries of a handler: the key is the
 * element as nft writes it, and the value is true. Does no I/O. */
#ifndef NFT_SET_H
#define NFT_SET_H

#include "entries.h"

/* Reads what "nft -j list set" has printed. Returns {"entries", "more"} behind
 * the key 'after', which may be NULL, as a line of the protocol has room for;
 * NULL with '*error' filled after a failure. */
struct json_object *nft_set_read(const char *printed, const char *after,
				 struct node_error *error);

/* Returns the commands for nft that delete the keys in 'deleted' and add those
 * of 'entries'; either may be NULL. All of them are done or none. The caller
 * frees them. NULL: '*error' is filled. */
char *nft_set_write(const struct manifest_set *set,
		    struct json_object *entries, struct json_object *deleted,
		    struct node_error *error);

#endif
