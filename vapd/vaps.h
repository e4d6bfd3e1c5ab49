/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All VAPs of the host: a VAP for each control socket in hostapd's folders.
 * The folders are listed when the kernel reports a change, and again from time
 * to time.
 */
#ifndef VAPS_H
#define VAPS_H

#include "vap.h"
#include "vapd_config.h"

#define VAPS_MAX 512

/* What happens to VAPs that are up. */
struct vaps_observer {
	void (*up)(void *arg, const struct vap *vap);
	void (*down)(void *arg, const struct vap *vap);
	void (*channel)(void *arg, const struct vap *vap);
	void (*station)(void *arg, const struct vap *vap,
			const uint8_t *address, enum station_change change);
	void *arg;
};

struct vaps;

/* Opens all VAPs of the folders in 'config'. All arguments must outlive it.
 * Logs errors and returns NULL. */
struct vaps *vaps_open(struct loop *loop, const struct vapd_config *config,
		       const struct vaps_observer *observer);

/* Closes all. The observer learns that they are down. Null-safe. */
void vaps_close(struct vaps *vaps);

/* Returns the VAP that is up with this BSSID, or NULL. */
struct vap *vaps_find(struct vaps *vaps, const uint8_t *bssid);

/* Returns the VAP that is up with the lowest BSSID above 'after', or of all if
 * that is NULL. Returns NULL at the end. */
struct vap *vaps_next(struct vaps *vaps, const uint8_t *after);

#endif
