/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IMAGE_LIMITS_H
#define IMAGE_LIMITS_H

#define IMAGE_SIZE_MAX	   (1024 * 1024)       /* octets of an object file */
#define IMAGE_MEMORY_MAX   (256 * 1024 * 1024) /* octets of all its maps */
#define IMAGE_MAPS_MAX	   32
#define IMAGE_HANDLERS_MAX 16

#endif
