/* SPDX-License-Identifier: Apache-2.0 */
#include "radio_request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct radio_request {
	struct worker_job job;			       /* must be first */
	int (*execute)(struct radio_request *request); /* in the worker */
	struct radio_result result;
	radio_done *done;
	void *arg;
	/* What the operation needs. */
	struct cloudmac_station described;
	unsigned int mhz;
	int dbm;
	struct radio_state state;
	size_t beacon_len;
	uint8_t beacon[];
};

static void run(struct worker_job *job)
{
	struct radio_request *request = (struct radio_request *)job;

	request->result.err = request->execute(request);
}

static void complete(struct worker_job *job)
{
	struct radio_request *request = (struct radio_request *)job;

	request->done(request->arg, &request->result);
	free(request);
}

/* Returns a new request with 'extra' octets for a beacon, or NULL without
 * memory. */
static struct radio_request *
new_request(int (*execute)(struct radio_request *request),
	    const struct radio_result *result, size_t extra, radio_done *done,
	    void *arg)
{
	struct radio_request *request = calloc(1, sizeof(*request) + extra);

	if (!request)
		return NULL;
	request->job = (struct worker_job){ run, complete };
	request->execute = execute;
	request->result = *result;
	request->done = done;
	request->arg = arg;
	return request;
}

/* Reports that there was no request. */
static void refuse(const struct radio_result *result, int err,
		   radio_done *done, void *arg)
{
	struct radio_result refused = *result;

	refused.err = err;
	refused.refused = true;
	done(arg, &refused);
}

/* Submits a request. Counts it in '*pending' if that is not NULL; the job's
 * done() ends that. */
static void submit(struct radio_request *request, unsigned int *pending)
{
	struct radio_result result = request->result;
	radio_done *done = request->done;
	void *arg = request->arg;

	if (pending)
		++*pending;
	if (worker_submit(result.radio->worker, &request->job))
		return;
	if (pending)
		--*pending;
	free(request);
	refuse(&result, EBUSY, done, arg);
}

static struct radio_result describe(struct radio *radio, unsigned int slot,
				    const uint8_t *bssid,
				    const uint8_t *station)
{
	struct radio_result result = { .radio = radio, .slot = slot };

	memcpy(result.bssid, bssid, ADDR_LEN);
	if (station)
		memcpy(result.station, station, ADDR_LEN);
	return result;
}

/* Submits a request that needs no more than 'result'. */
static void submit_plain(int (*execute)(struct radio_request *request),
			 const struct radio_result *result, radio_done *done,
			 void *arg)
{
	struct radio_request *request =
		new_request(execute, result, 0, done, arg);

	if (request)
		submit(request, NULL);
	else
		refuse(result, ENOMEM, done, arg);
}

static int ack_add(struct radio_request *request)
{
	struct radio_result *result = &request->result;
	const struct radio_ops *ops = result->radio->ops;
	int err = ops->ack_add(result->radio, result->slot, result->bssid);

	if (!err && ops->ack_ifindex)
		result->ack_ifindex =
			ops->ack_ifindex(result->radio, result->slot);
	return err;
}

void radio_request_ack_add(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, radio_done *done, void *arg)
{
	const struct radio_result result = describe(radio, slot, bssid, NULL);

	submit_plain(ack_add, &result, done, arg);
}

static int ack_del(struct radio_request *request)
{
	const struct radio_result *in = &request->result;

	return in->radio->ops->ack_del(in->radio, in->slot);
}

void radio_request_ack_del(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, radio_done *done, void *arg)
{
	const struct radio_result result = describe(radio, slot, bssid, NULL);

	submit_plain(ack_del, &result, done, arg);
}

static int ap_start(struct radio_request *request)
{
	const struct radio_result *in = &request->result;

	return in->radio->ops->ap_start(in->radio, in->slot, request->mhz,
					request->beacon, request->beacon_len);
}

void radio_request_ap_start(struct radio *radio, unsigned int slot,
			    const uint8_t *beacon, size_t len,
			    radio_done *done, void *arg)
{
	const struct radio_result result =
		describe(radio, slot, ieee80211_addr2(beacon), NULL);
	struct radio_request *request =
		new_request(ap_start, &result, len, done, arg);

	if (!request) {
		refuse(&result, ENOMEM, done, arg);
		return;
	}
	request->mhz = radio->frequency;
	request->beacon_len = len;
	memcpy(request->beacon, beacon, len);
	submit(request, NULL);
}

static int ap_stop(struct radio_request *request)
{
	const struct radio_result *in = &request->result;

	return in->radio->ops->ap_stop(in->radio, in->slot);
}

void radio_request_ap_stop(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, radio_done *done, void *arg)
{
	const struct radio_result result = describe(radio, slot, bssid, NULL);

	submit_plain(ap_stop, &result, done, arg);
}

static int sta_add(struct radio_request *request)
{
	const struct radio_result *in = &request->result;

	return in->radio->ops->sta_add(in->radio, in->slot, in->station,
				       &request->described);
}

/* Lets the radio have another addition before the caller's 'done'. */
static void station_is_added(struct worker_job *job)
{
	struct radio_request *request = (struct radio_request *)job;

	request->result.radio->station_requests--;
	complete(job);
}

void radio_request_sta_add(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, const uint8_t *station,
			   const struct cloudmac_station *described,
			   radio_done *done, void *arg)
{
	const struct radio_result result =
		describe(radio, slot, bssid, station);
	struct radio_request *request;

	if (radio->station_requests >= RADIO_STATION_REQUESTS_MAX) {
		refuse(&result, EBUSY, done, arg);
		return;
	}
	request = new_request(sta_add, &result, 0, done, arg);
	if (!request) {
		refuse(&result, ENOMEM, done, arg);
		return;
	}
	request->job.done = station_is_added;
	request->described = *described;
	submit(request, &radio->station_requests);
}

static int sta_del(struct radio_request *request)
{
	const struct radio_result *in = &request->result;

	return in->radio->ops->sta_del(in->radio, in->slot, in->station);
}

void radio_request_sta_del(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, const uint8_t *station,
			   radio_done *done, void *arg)
{
	const struct radio_result result =
		describe(radio, slot, bssid, station);

	submit_plain(sta_del, &result, done, arg);
}

static int get_survey(struct radio_request *request)
{
	const struct radio *radio = request->result.radio;

	return radio->ops->get_survey(radio, request->mhz,
				      &request->result.survey);
}

void radio_request_survey(struct radio *radio, radio_done *done, void *arg)
{
	const struct radio_result result = { .radio = radio };
	struct radio_request *request;

	if (!radio->ops->get_survey) {
		refuse(&result, EOPNOTSUPP, done, arg);
		return;
	}
	request = new_request(get_survey, &result, 0, done, arg);
	if (!request) {
		refuse(&result, ENOMEM, done, arg);
		return;
	}
	request->mhz = radio->frequency;
	submit(request, NULL);
}

static int visit(struct radio_request *request)
{
	const struct radio *radio = request->result.radio;
	struct regulatory_ruling *ruling = &request->result.ruling;

	if (radio->ops->judge)
		(void)!radio->ops->judge(radio, request->mhz, ruling);
	return radio->ops->visit(radio, request->mhz);
}

static int end_visit(struct radio_request *request)
{
	return request->result.radio->ops->set_frequency(
		request->result.radio, request->mhz, &request->state);
}

static void submit_visit(struct radio *radio, unsigned int mhz,
			 int (*execute)(struct radio_request *request),
			 radio_done *done, void *arg)
{
	const struct radio_result result = { .radio = radio };
	struct radio_request *request =
		new_request(execute, &result, 0, done, arg);

	if (!request) {
		refuse(&result, ENOMEM, done, arg);
		return;
	}
	request->mhz = mhz;
	submit(request, NULL);
}

void radio_request_visit(struct radio *radio, unsigned int mhz,
			 radio_done *done, void *arg)
{
	submit_visit(radio, mhz, visit, done, arg);
}

void radio_request_return(struct radio *radio, radio_done *done, void *arg)
{
	submit_visit(radio, radio->frequency, end_visit, done, arg);
}

/* Sets the frequency if the radio may send there. */
static int set_frequency(struct radio_request *request)
{
	const struct radio *radio = request->result.radio;
	const struct radio_ops *ops = radio->ops;
	int err = 0;

	if (ops->judge)
		err = ops->judge(radio, request->mhz, &request->result.ruling);
	return err ? err
		   : ops->set_frequency(radio, request->mhz, &request->state);
}

static int set_channel(struct radio_request *request)
{
	const struct radio *radio = request->result.radio;
	struct radio_state *state = &request->state;
	unsigned int before;
	int err = 0;

	radio->ops->get_state(radio, state);
	before = state->frequency;
	if (request->mhz)
		err = set_frequency(request);
	request->result.frequency_failed = err;
	if (err || request->dbm == CONFIG_POWER_AUTO)
		return err;
	err = radio->ops->set_power(radio, request->dbm, state);
	if (err && request->mhz && before)
		radio->ops->set_frequency(radio, before, state);
	return err;
}

/* Calls the caller's 'done' after the update of the radio. */
static void channel_is_set(struct worker_job *job)
{
	struct radio_request *request = (struct radio_request *)job;
	struct radio *radio = request->result.radio;

	radio->channel_requests--;
	/* The radio may be away from its channel. */
	if (!request->mhz && radio_serves_stations(radio))
		request->state.frequency = radio->frequency;
	radio_update(radio, &request->state);
	complete(job);
}

void radio_request_channel(struct radio *radio, unsigned int mhz, int dbm,
			   radio_done *done, void *arg)
{
	const struct radio_result result = { .radio = radio,
					     .frequency_failed = mhz != 0 };
	struct radio_request *request =
		new_request(set_channel, &result, 0, done, arg);

	if (!request) {
		refuse(&result, ENOMEM, done, arg);
		return;
	}
	request->job.done = channel_is_set;
	request->mhz = mhz;
	request->dbm = dbm;
	request->state = radio_state(radio);
	submit(request, &radio->channel_requests);
}
