/* SPDX-License-Identifier: Apache-2.0 */
/* The null function: frames leave as they came. */
#include "lvnf.h"

LVNF_IMAGE(packet, port)
{
	(void)port;
	return lvnf_partner(packet);
}
