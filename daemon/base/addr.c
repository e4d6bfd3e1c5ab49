/* SPDX-License-Identifier: Apache-2.0 */
#include "addr.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cloudmac.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool addr_parse(const char *text, uint8_t addr[ADDR_LEN])
{
	uint8_t octets[ADDR_LEN];

	if (strlen(text) != ADDR_TEXTLEN - 1)
		return false;
	for (int i = 0; i < ADDR_LEN; i++, text += 3) {
		int high = hex_digit(text[0]), low = hex_digit(text[1]);

		if (high < 0 || low < 0 ||
		    text[2] != (i < ADDR_LEN - 1 ? ':' : '\0'))
			return false;
		octets[i] = (uint8_t)(high << 4 | low);
	}
	memcpy(addr, octets, ADDR_LEN);
	return true;
}

char *addr_format(const uint8_t *addr, char text[ADDR_TEXTLEN])
{
	snprintf(text, ADDR_TEXTLEN, "%02x:%02x:%02x:%02x:%02x:%02x", addr[0],
		 addr[1], addr[2], addr[3], addr[4], addr[5]);
	return text;
}

bool addr_is_bssid(const uint8_t *addr)
{
	return !cloudmac_addr_is_group(addr) && !cloudmac_addr_is_null(addr) &&
	       cloudmac_vap_id(addr) != CLOUDMAC_VAP_ANY;
}
