/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SECTION	  0x0a0d0d0au
#define BLOCK_INTERFACE	  1u
#define BLOCK_PACKET	  6u
#define ORDER_MAGIC	  0x1a2b3c4du
#define LINK_RADIOTAP	  127u
#define OPTION_COMMENT	  1u
#define OPTION_NAME	  2u
#define OPTION_RESOLUTION 9u
#define NANOSECONDS	  9u
#define BLOCK_MAX	  (IEEE80211_MAX_LEN + 256)

enum { TSFT, FLAGS, RATE, CHANNEL, TX_POWER = 10, MCS = 19, AMPDU = 20 };

struct trace {
	FILE *file;
	int interface[AIR_MAX_RADIOS]; /* number plus 1; 0: not written yet */
	int interfaces;
};

/* A block under construction, in the byte order of the machine. */
struct block {
	uint8_t data[BLOCK_MAX];
	size_t len;
};

static void put(struct block *block, const void *data, size_t len)
{
	memcpy(block->data + block->len, data, len);
	block->len += len;
}

static void put16(struct block *block, unsigned value)
{
	uint16_t v = (uint16_t)value;

	put(block, &v, sizeof(v));
}

static void put32(struct block *block, uint32_t value)
{
	put(block, &value, sizeof(value));
}

static void pad(struct block *block)
{
	while (block->len % 4)
		block->data[block->len++] = 0;
}

static void option(struct block *block, unsigned code, const void *data,
		   size_t len)
{
	put16(block, code);
	put16(block, (unsigned)len);
	put(block, data, len);
	pad(block);
}

static void begin(struct block *block, uint32_t type)
{
	block->len = 0;
	put32(block, type);
	put32(block, 0);
}

static void end(struct trace *trace, struct block *block)
{
	uint32_t total;

	pad(block);
	total = (uint32_t)block->len + 4;
	put32(block, total);
	memcpy(block->data + 4, &total, sizeof(total));
	fwrite(block->data, block->len, 1, trace->file);
}

struct trace *trace_open(const char *path)
{
	struct trace *trace = calloc(1, sizeof(*trace));
	struct block block;

	if (!trace)
		return NULL;
	trace->file = fopen(path, "wb");
	if (!trace->file) {
		free(trace);
		return NULL;
	}
	begin(&block, BLOCK_SECTION);
	put32(&block, ORDER_MAGIC);
	put16(&block, 1);
	put16(&block, 0);
	put32(&block, UINT32_MAX); /* unknown length */
	put32(&block, UINT32_MAX);
	end(trace, &block);
	return trace;
}

static void describe(struct trace *trace, unsigned radio, const char *name)
{
	uint8_t resolution = NANOSECONDS;
	struct block block;

	begin(&block, BLOCK_INTERFACE);
	put16(&block, LINK_RADIOTAP);
	put16(&block, 0);
	put32(&block, 0);
	option(&block, OPTION_NAME, name, strlen(name));
	option(&block, OPTION_RESOLUTION, &resolution, 1);
	put32(&block, 0);
	end(trace, &block);
	trace->interface[radio] = ++trace->interfaces;
}

static void put_mcs(struct block *block, const struct phy_rate *rate)
{
	uint8_t field[3] = { 0x07, 0, (uint8_t)rate->value };

	if (rate->mhz == 40)
		field[1] |= 1;
	if (rate->short_gi)
		field[1] |= 4;
	put(block, field, sizeof(field));
}

/* Writes a radiotap header. It is little-endian, and so are the machines that
 * the lab runs on. */
static void put_radiotap(struct block *block, const struct air_trace *event)
{
	size_t start = block->len;
	bool ht = event->rate.mode == PHY_HT, ampdu = event->mpdus > 1;
	bool legacy = event->rate.mode < PHY_HT;
	uint32_t present = 1u << TSFT | 1u << FLAGS | 1u << RATE |
			   1u << CHANNEL | 1u << TX_POWER |
			   (ht ? 1u << MCS : 0) | (ampdu ? 1u << AMPDU : 0);
	uint64_t us = event->start / PHY_US;
	uint8_t octets[2] = { 0,
			      legacy ? (uint8_t)(event->rate.value / 5) : 0 };
	int8_t power = (int8_t)lround(event->power_dbm);
	uint16_t len;

	put16(block, 0);
	put16(block, 0);
	put32(block, present);
	put(block, &us, sizeof(us));
	put(block, octets, sizeof(octets));
	put16(block, event->mhz);
	put16(block, event->mhz < 3000 ? 0x0080 : 0x0100);
	put(block, &power, sizeof(power));
	if (ht)
		put_mcs(block, &event->rate);
	if (ampdu) {
		while ((block->len - start) % 4)
			block->data[block->len++] = 0;
		put32(block, (uint32_t)us); /* reference number of the PPDU */
		put32(block, 0);
	}
	len = (uint16_t)(block->len - start);
	memcpy(block->data + start + 2, &len, sizeof(len));
}

static void put_control(struct block *block, const struct air_trace *event)
{
	static const uint8_t type[] = { [AIR_RTS] = 0xb4,
					[AIR_CTS] = 0xc4,
					[AIR_ACK] = 0xd4,
					[AIR_BLOCK_ACK] = 0x94 };
	static const uint8_t rest[PHY_BLOCK_ACK_LEN];

	put16(block, type[event->kind]);
	put16(block, 0);
	put(block, event->ra ? event->ra : rest, ADDR_LEN);
	if (event->kind == AIR_RTS || event->kind == AIR_BLOCK_ACK)
		put(block, event->ta ? event->ta : rest, ADDR_LEN);
	if (event->kind == AIR_BLOCK_ACK) /* control, sequence, bitmap */
		put(block, rest, PHY_BLOCK_ACK_LEN - PHY_FCS_LEN - 16);
}

void trace_write(struct trace *trace, const char *radio,
		 const struct air_trace *event)
{
	static const char lost[] = "not received";
	struct block block;
	uint32_t len;
	size_t start;

	if (!trace->interface[event->from])
		describe(trace, event->from, radio);
	begin(&block, BLOCK_PACKET);
	put32(&block, (uint32_t)trace->interface[event->from] - 1);
	put32(&block, (uint32_t)(event->start >> 32));
	put32(&block, (uint32_t)event->start);
	put32(&block, 0);
	put32(&block, 0);
	start = block.len;
	put_radiotap(&block, event);
	if (event->frame)
		put(&block, event->frame->data, event->frame->len);
	else
		put_control(&block, event);
	len = (uint32_t)(block.len - start);
	memcpy(block.data + start - 8, &len, sizeof(len));
	memcpy(block.data + start - 4, &len, sizeof(len));
	pad(&block);
	if (!event->received) {
		option(&block, OPTION_COMMENT, lost, strlen(lost));
		put32(&block, 0);
	}
	end(trace, &block);
}

bool trace_close(struct trace *trace)
{
	bool good;

	if (!trace)
		return true;
	good = !ferror(trace->file);
	good &= !fclose(trace->file);
	free(trace);
	return good;
}
