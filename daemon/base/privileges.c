/* SPDX-License-Identifier: Apache-2.0 */
#include "privileges.h"

#include <cap-ng.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "log.h"

bool privileges_ids(const struct privileges *wanted, uid_t *user, gid_t *group)
{
	const struct passwd *entry;
	const struct group *other;

	*user = geteuid();
	*group = getegid();
	if (*user)
		return true;
	entry = getpwnam(wanted->user);
	if (!entry) {
		log_error("there is no user '%s' to run as", wanted->user);
		return false;
	}
	*user = entry->pw_uid;
	*group = entry->pw_gid;
	if (!wanted->group)
		return true;
	other = getgrnam(wanted->group);
	if (!other) {
		log_error("there is no group '%s' to run as", wanted->group);
		return false;
	}
	*group = other->gr_gid;
	return true;
}

static bool change_ids(const struct privileges *wanted)
{
	uid_t user;
	gid_t group;
	int err;

	if (!privileges_ids(wanted, &user, &group))
		return false;
	err = capng_change_id((int)user, (int)group,
			      CAPNG_DROP_SUPP_GRP | CAPNG_CLEAR_BOUNDING);
	if (err)
		log_error("cannot become user '%s' (%d)", wanted->user, err);
	return !err;
}

bool privileges_drop(const struct privileges *wanted)
{
	capng_clear(CAPNG_SELECT_BOTH);
	if (wanted->network)
		capng_updatev(CAPNG_ADD, CAPNG_EFFECTIVE | CAPNG_PERMITTED,
			      CAP_NET_ADMIN, CAP_NET_RAW, -1);
	if (geteuid() == 0 ? !change_ids(wanted)
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
