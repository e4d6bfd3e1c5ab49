/* SPDX-License-Identifier: Apache-2.0 */
#include "privileges.h"

#include <cap-ng.h>
#include <errno.h>
#include <pwd.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "log.h"

static bool change_user(const char *user)
{
	const struct passwd *entry;
	int err;

	errno = 0;
	entry = getpwnam(user);
	if (!entry) {
		log_error("there is no user '%s' to run as", user);
		return false;
	}
	err = capng_change_id((int)entry->pw_uid, (int)entry->pw_gid,
			      CAPNG_DROP_SUPP_GRP | CAPNG_CLEAR_BOUNDING);
	if (err)
		log_error("cannot become user '%s' (%d)", user, err);
	return !err;
}

bool privileges_drop(const char *user)
{
	capng_clear(CAPNG_SELECT_BOTH);
	capng_updatev(CAPNG_ADD, CAPNG_EFFECTIVE | CAPNG_PERMITTED,
		      CAP_NET_ADMIN, CAP_NET_RAW, -1);
	if (geteuid() == 0 ? !change_user(user)
			   : capng_apply(CAPNG_SELECT_CAPS) != 0) {
		log_error("cannot drop privileges");
		return false;
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
		log_error("cannot forgo new privileges: %s", strerror(errno));
		return false;
	}
	return true;
}
