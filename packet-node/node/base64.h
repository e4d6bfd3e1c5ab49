/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE64_H
#define BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes base64 (RFC 4648, with padding, without line breaks) of 'len'
 * characters into at most 'size' octets, and sets '*octets'. Returns false if
 * it is no base64 or does not fit. */
bool base64_decode(const char *text, size_t len, uint8_t *out, size_t size,
		   size_t *octets);

#endif
