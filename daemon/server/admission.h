/* SPDX-License-Identifier: Apache-2.0 */
/* Limits how often connections are accepted, by source and in all. A TLS
 * handshake costs time and memory before the peer has proved who it is. Does
 * no I/O. */
#ifndef ADMISSION_H
#define ADMISSION_H

#include <stdbool.h>
#include <stdint.h>

#define ADMISSION_SOURCES 64
#define SOURCE_LEN	  8

/* From a source: this many at once, then one in each interval. */
#define ADMISSION_BURST	      8
#define ADMISSION_INTERVAL_MS 500
/* From all sources together. */
#define ADMISSION_ALL_BURST	  32
#define ADMISSION_ALL_INTERVAL_MS 50

/* Where a connection comes from: an IPv4 address, or the first 64 bits of an
 * IPv6 address, as a subnet has as many addresses as it wants. */
struct source {
	uint8_t octets[SOURCE_LEN];
};

/* Each time is when the next connection would be in time (GCRA). */
struct admission {
	struct admission_source {
		struct source source;
		uint64_t due_ms;
		bool is_proven; /* a peer there had a valid certificate */
	} sources[ADMISSION_SOURCES];
	uint64_t all_due_ms;
};

/* Sets '*source' to that of an IPv6 address; an IPv4 address is mapped to
 * IPv6. */
void source_of(struct source *source, const uint8_t address[16]);

bool source_equal(const struct source *one, const struct source *other);

/* Returns true if a connection from 'source' may be accepted now, and counts
 * it if so. A zeroed 'admission' has seen none.
 *
 * The source that has been silent longest gives way to a new one, those with a
 * valid certificate last. The limit of all sources does not apply to the
 * latter: strangers cannot lock out a controller that connects again. */
bool admission_accept(struct admission *admission, const struct source *source,
		      uint64_t now_ms);

/* Takes an accepted connection off the count, because its peer has shown a
 * valid certificate, and remembers that of its source. */
void admission_refund(struct admission *admission,
		      const struct source *source);

#endif
