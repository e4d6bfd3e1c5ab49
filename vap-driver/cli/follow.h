/* SPDX-License-Identifier: GPL-2.0-only */
/* cloudmac-vap follow: passes the controller's channel switches to hostapd. */
#ifndef FOLLOW_H
#define FOLLOW_H

int follow(const char *lower, const char *control);

#endif /* FOLLOW_H */
