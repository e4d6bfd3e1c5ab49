/* SPDX-License-Identifier: Apache-2.0 */
/* Forwards frames from the wired interface to the radios' queues. */
#ifndef FORWARD_DOWN_H
#define FORWARD_DOWN_H

#include <stddef.h>
#include <stdint.h>

/* Handles the Ethernet frame of 'len' octets at 'data'. 'arg' is the agent. */
void forward_down(void *arg, uint8_t *data, size_t len);

#endif
