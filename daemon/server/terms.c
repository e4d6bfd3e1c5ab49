/* SPDX-License-Identifier: Apache-2.0 */
#include "terms.h"

#include <inttypes.h>

#include "base/base.h"

bool terms_claim(struct session_term *session, int64_t term)
{
	struct terms *terms = session->terms;

	if (term < terms->greatest) {
		log_limited(LOG_LEVEL_WARN,
			    "%s: refused the term %" PRId64
			    ": a controller with term %" PRId64
			    " has taken over",
			    session->peer, term, terms->greatest);
		return false;
	}
	if (term > terms->greatest)
		log_info("%s: this controller takes over with term %" PRId64,
			 session->peer, term);
	terms->greatest = term;
	session->claimed = term;
	return true;
}

bool terms_allow_order(const struct session_term *session, const char *method)
{
	if (session->claimed == session->terms->greatest)
		return true;
	session->terms->refused++;
	log_limited(LOG_LEVEL_WARN,
		    "%s: refused %s: the connection has term %" PRId64
		    ", and a controller with term %" PRId64 " has taken over",
		    session->peer, method, session->claimed,
		    session->terms->greatest);
	return false;
}
