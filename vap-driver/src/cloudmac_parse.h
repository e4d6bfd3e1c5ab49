/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads radiotap headers of received frames. */
#ifndef CLOUDMAC_PARSE_H
#define CLOUDMAC_PARSE_H

#include "cloudmac.h"
#include "cloudmac_radiotap.h"

void cloudmac_radiotap_parse(const struct cloudmac_frame *frame,
			     struct cloudmac_radiotap *rt, bool *bad_fcs);

#endif /* CLOUDMAC_PARSE_H */
