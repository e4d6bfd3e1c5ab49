/* SPDX-License-Identifier: Apache-2.0 */
/* Includes the headers beside others that define the kernel's type names. */

#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;

#include "cloudmac_announce.h"
#include "cloudmac_announce.h"
#include "cloudmac_chain.h"
#include "cloudmac_chain.h"
#include "cloudmac_fields.h"
#include "cloudmac_fields.h"
#include "cloudmac_he.h"
#include "cloudmac_he.h"
#include "cloudmac_reassembly.h"
#include "cloudmac_reassembly.h"
#include "cloudmac_segment.h"
#include "cloudmac_segment.h"
#include "cloudmac_station.h"
#include "cloudmac_station.h"
#include "cloudmac_survey.h"
#include "cloudmac_survey.h"
#include "cloudmac_token.h"
#include "cloudmac_token.h"
#include "cloudmac_vsta.h"
#include "cloudmac_vsta.h"

typedef unsigned char u8;

int main(void)
{
	return cloudmac_get_be16((const u8 *)"\0\0");
}
