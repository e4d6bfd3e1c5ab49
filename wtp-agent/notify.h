/* SPDX-License-Identifier: Apache-2.0 */
/* Telling systemd our state (sd_notify(3)); does nothing elsewhere. */
#ifndef NOTIFY_H
#define NOTIFY_H

void notify_ready(void);
void notify_stopping(void);

#endif
