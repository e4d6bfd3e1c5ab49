/* SPDX-License-Identifier: Apache-2.0 */
/* Reports the state to systemd (sd_notify(3)), if there is one. */
#ifndef NOTIFY_H
#define NOTIFY_H

void notify_ready(void);
void notify_stopping(void);

#endif
