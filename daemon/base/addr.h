/* SPDX-License-Identifier: Apache-2.0 */
/* EUI-48 addresses as text. */
#ifndef ADDR_H
#define ADDR_H

#include <stdbool.h>
#include <stdint.h>

#define ADDR_LEN     6
#define ADDR_TEXTLEN 18

/* Parses exactly aa:bb:cc:dd:ee:ff, either case. */
bool addr_parse(const char *text, uint8_t addr[ADDR_LEN]);

/* Writes 'addr' in lower case to 'text'. Returns 'text'. */
char *addr_format(const uint8_t *addr, char text[ADDR_TEXTLEN]);

/* Returns true if 'addr' can be a VAP's BSSID: unicast, not null, not ending
 * in ff:ff. */
bool addr_is_bssid(const uint8_t *addr);

#endif
