/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * Finds the fields of a radiotap header (radiotap.org, "Radiotap header").
 *
 * The kernel's own iterator ends at the first field above bit 21, and so never
 * finds an HE rate. The rules of cloudmac.h apply.
 */
#ifndef CLOUDMAC_FIELDS_H
#define CLOUDMAC_FIELDS_H

#include "cloudmac.h"

#define CLOUDMAC_FIELDS_NONE	  0xff /* no field is left */
#define CLOUDMAC_FIELDS_VENDOR	  30   /* a vendor namespace */

/* Bits of a present word above those of fields. */
#define CLOUDMAC_FIELDS_TLV	  28
#define CLOUDMAC_FIELDS_NAMESPACE 29
#define CLOUDMAC_FIELDS_MORE	  31

/* The place in a header. */
struct cloudmac_fields {
	const u8 *data;
	u32 len;     /* of the header */
	u32 word_at; /* offset of the present word */
	u32 offset;  /* of the next field */
	u8 bit;	     /* of the next field */
	bool vendor; /* the present word is of a vendor namespace */
};

/* A field, whose 'len' octets begin at 'at'. With bit CLOUDMAC_FIELDS_VENDOR
 * that is a vendor namespace with its header of CLOUDMAC_NAMESPACE_HLEN octets
 * or more, and 'len' is what is left of the radiotap header. */
struct cloudmac_field {
	u8 bit;
	const u8 *at;
	u32 len;
};

static inline u32 cloudmac_fields_word(const struct cloudmac_fields *fields)
{
	const u8 *at = fields->data + fields->word_at;

	return (u32)cloudmac_get_le16(at) | (u32)cloudmac_get_le16(at + 2)
						    << 16;
}

/* Begins with a header of 'len' octets; 'len' is the header's own length.
 * Returns false if its present words are truncated. */
static inline bool cloudmac_fields_begin(struct cloudmac_fields *fields,
					 const u8 *data, u32 len)
{
	memset(fields, 0, sizeof(*fields));
	fields->data = data;
	fields->len = len;
	fields->word_at = 4;
	if (len < CLOUDMAC_RADIOTAP_HLEN)
		return false;
	while (cloudmac_fields_word(fields) & (u32)1 << CLOUDMAC_FIELDS_MORE) {
		fields->word_at += 4;
		if (fields->word_at + 4 > len)
			return false;
	}
	fields->offset = fields->word_at + 4;
	fields->word_at = 4;
	return true;
}

static inline u32 cloudmac_fields_align(u32 offset, u32 to)
{
	return (offset + to - 1) & ~(to - 1);
}

/* Returns the next field of the present word in '*field'. Returns false if there
 * is none: 'bit' is then CLOUDMAC_FIELDS_TLV, or CLOUDMAC_FIELDS_NONE if the next
 * one is unknown or truncated. */
static inline bool cloudmac_fields_next_in_word(struct cloudmac_fields *fields,
						struct cloudmac_field *field)
{
	/* Alignment and length of each field by its bit; 0: unknown. */
	static const u8 sizes[CLOUDMAC_FIELDS_TLV][2] = {
		{8, 8},	 {1, 1},  {1, 1},  {2, 4},  {2, 2}, {1, 1}, {1, 1},
		{2, 2},	 {2, 2},  {2, 2},  {1, 1},  {1, 1}, {1, 1}, {1, 1},
		{2, 2},	 {2, 2},  {1, 1},  {1, 1},  {4, 8}, {1, 3}, {4, 8},
		{2, 12}, {8, 12}, {2, 12}, {2, 12}, {2, 6}, {1, 1}, {2, 4},
	};
	const u32 word = cloudmac_fields_word(fields);

	while (fields->bit < CLOUDMAC_FIELDS_TLV &&
	       !(word & (u32)1 << fields->bit))
		fields->bit++;
	if (fields->bit == CLOUDMAC_FIELDS_TLV &&
	    !(word & (u32)1 << CLOUDMAC_FIELDS_TLV))
		return false;
	field->bit = fields->bit;
	fields->bit = CLOUDMAC_FIELDS_NONE;
	if (field->bit == CLOUDMAC_FIELDS_TLV || !sizes[field->bit][1])
		return false;
	fields->offset =
		cloudmac_fields_align(fields->offset, sizes[field->bit][0]);
	field->len = sizes[field->bit][1];
	if (fields->offset + field->len > fields->len)
		return false;
	field->at = fields->data + fields->offset;
	fields->offset += field->len;
	fields->bit = (u8)(field->bit + 1);
	return true;
}

/* Returns the vendor namespace that the present word announces in '*field', and
 * skips its content. Returns false if it is truncated. */
static inline bool cloudmac_fields_next_namespace(
	struct cloudmac_fields *fields, struct cloudmac_field *field)
{
	const u32 header = CLOUDMAC_NAMESPACE_HLEN;
	u32 at = cloudmac_fields_align(fields->offset, 2);

	if (at + header > fields->len)
		return false;
	field->bit = CLOUDMAC_FIELDS_VENDOR;
	field->at = fields->data + at;
	field->len = fields->len - at;
	fields->offset = at + header + cloudmac_get_le16(field->at + 4);
	return fields->offset <= fields->len;
}

/* Goes to the next present word. Returns false if there is none whose fields are
 * defined. '*begins_vendor' is whether a vendor namespace comes before them. */
static inline bool cloudmac_fields_next_word(struct cloudmac_fields *fields,
					     bool *begins_vendor)
{
	const u32 word = cloudmac_fields_word(fields);
	const bool namespace = word & (u32)1 << CLOUDMAC_FIELDS_NAMESPACE;
	const bool vendor = word & (u32)1 << CLOUDMAC_FIELDS_VENDOR;

	if (!(word & (u32)1 << CLOUDMAC_FIELDS_MORE))
		return false;
	*begins_vendor = vendor && !namespace;
	if (namespace || vendor)
		fields->vendor = *begins_vendor;
	else if (!fields->vendor)
		return false; /* fields 32 and up */
	fields->word_at += 4;
	fields->bit = 0;
	return true;
}

/* Returns the next field in '*field'. Returns false at the end, and at the first
 * field that is truncated or unknown. */
static inline bool cloudmac_fields_next(struct cloudmac_fields *fields,
					struct cloudmac_field *field)
{
	bool begins_vendor;

	while (fields->bit != CLOUDMAC_FIELDS_NONE) {
		/* The bits of a vendor's word have no standard meaning. */
		if (!fields->vendor) {
			if (cloudmac_fields_next_in_word(fields, field))
				return true;
			if (fields->bit == CLOUDMAC_FIELDS_NONE)
				return false;
		}
		if (!cloudmac_fields_next_word(fields, &begins_vendor))
			break;
		if (begins_vendor) {
			if (cloudmac_fields_next_namespace(fields, field))
				return true;
			break;
		}
	}
	fields->bit = CLOUDMAC_FIELDS_NONE;
	return false;
}

#endif
