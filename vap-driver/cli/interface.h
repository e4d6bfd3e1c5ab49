/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLOUDMAC_INTERFACE_H
#define CLOUDMAC_INTERFACE_H

unsigned int interface_index(const char *name);

#endif
