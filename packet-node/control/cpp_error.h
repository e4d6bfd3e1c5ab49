/* SPDX-License-Identifier: Apache-2.0 */
/* Codes of errors, in addition to those of JSON-RPC and of terms. */
#ifndef CPP_ERROR_H
#define CPP_ERROR_H

enum cpp_error {
	CPP_UNKNOWN = -32021, /* no such LVNF, image or handler */
	CPP_IN_USE = -32022,  /* the name is taken, or others need it */
	CPP_REFUSED = -32023, /* the image does not verify */
	CPP_FULL = -32024,    /* no room */
	CPP_FAILED = -32025,  /* the kernel or the switch failed */
};

#endif
