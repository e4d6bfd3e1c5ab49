// SPDX-License-Identifier: GPL-2.0-only
/* Addresses of radios, without I/O. */
#include "address.h"

#include <stdio.h>
#include <string.h>

#define GROUP		0x01	/* of the first octet */
#define LOCAL		0x02
#define VAP_ID		4	/* the first of its octets */
#define VAP_IDS		0x10000

/**
 * address_parse - parses an address with colons
 * @text: the text
 * @addr: the result
 *
 * Return: false if @text is no address.
 */
bool address_parse(const char *text, unsigned char *addr)
{
	unsigned int octet[ADDRESS_LEN];
	int i, used = 0;

	if (sscanf(text, "%2x:%2x:%2x:%2x:%2x:%2x%n", &octet[0], &octet[1],
		   &octet[2], &octet[3], &octet[4], &octet[5], &used) != 6 ||
	    text[used])
		return false;
	for (i = 0; i < ADDRESS_LEN; i++)
		addr[i] = (unsigned char)octet[i];
	return true;
}

/* Checks if an address is not available: its VAP id must differ from all others. */
static bool is_taken(const unsigned char *addr, const unsigned char *beside,
		     const struct address_list *used)
{
	unsigned int i;

	if (!memcmp(addr, beside, ADDRESS_LEN) ||
	    (addr[VAP_ID] == 0xff && addr[VAP_ID + 1] == 0xff))
		return true;
	for (i = 0; i < used->n; i++)
		if (!memcmp(addr + VAP_ID, used->addresses[i] + VAP_ID,
			    ADDRESS_LEN - VAP_ID))
			return true;
	return false;
}

/**
 * address_beside - chooses an address that differs from another in few bits
 * @beside: the other address
 * @used: addresses whose VAP ids are not available
 * @addr: the result, a locally administered address
 *
 * It tries the differences 1, 2, 3 and so on, so that 2^n addresses beside one
 * differ in n bits.
 *
 * Return: false if @beside is a group address or all addresses are used.
 */
bool address_beside(const unsigned char *beside, const struct address_list *used,
		    unsigned char *addr)
{
	unsigned int difference;

	if (beside[0] & GROUP)
		return false;
	for (difference = 0; difference < VAP_IDS; difference++) {
		memcpy(addr, beside, ADDRESS_LEN);
		addr[0] |= LOCAL;
		addr[VAP_ID] ^= (unsigned char)(difference >> 8);
		addr[VAP_ID + 1] ^= (unsigned char)difference;
		if (!is_taken(addr, beside, used))
			return true;
	}
	return false;
}
