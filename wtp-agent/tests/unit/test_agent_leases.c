/* SPDX-License-Identifier: Apache-2.0 */
/* Leases of a radio that takes time: the test executes its requests. */
#include "agent_leases.h"

#include <errno.h>
#include <stdio.h>

#include "agent_state.h"
#include "unit.h"

static const uint8_t bssid[ADDR_LEN] = { 2, 0xaa, 0xbb, 0xcc, 0, 1 };
static const uint8_t near[ADDR_LEN] = { 2, 0xaa, 0xbb, 0xcc, 0, 0 };
static const uint8_t far[ADDR_LEN] = { 2, 0xaa, 0xbb, 0xcc, 0, 0xf0 };
static const uint8_t *installed = bssid; /* by the radio's next request */
static const struct config_radio config = {
	.in_flight = 8, .queue = 32, .queue_memory = 256, .max_leases = 8
};
static struct agent agent;
static int ack_error, ap_error;
/* What the radio executed: L and l start and stop acknowledging, a stops an
 * access point. */
static char executed[64];
/* The answers to requests of leases. */
static int answer;
static bool answer_changes;
static unsigned int answers;

static int note(char letter, int err)
{
	executed[strlen(executed) + 1] = '\0';
	executed[strlen(executed)] = letter;
	return err;
}

static int ack_add(const struct radio *on, unsigned int slot,
		   const uint8_t *address)
{
	(void)on;
	(void)slot;
	CHECK_MEM(installed, address, ADDR_LEN);
	return note('L', ack_error);
}

static int ack_del(const struct radio *on, unsigned int slot)
{
	(void)on;
	(void)slot;
	return note('l', 0);
}

static int ap_stop(const struct radio *on, unsigned int slot)
{
	(void)on;
	(void)slot;
	return note('a', ap_error);
}

static const struct radio_ops ops = {
	.ack_add = ack_add,
	.ack_del = ack_del,
	.ap_stop = ap_stop,
};

static void on_answer(void *arg, int err, bool changed)
{
	(void)arg;
	answer = err;
	answer_changes = changed;
	answers++;
}

static void begin(void)
{
	struct radio *radio = &agent.radios[0];

	memset(&agent, 0, sizeof(agent));
	CHECK_INT(0, loop_init(&agent.loop));
	worker_init(&agent.worker);
	CHECK_INT(0, worker_open_queues(&agent.worker));
	*radio = (struct radio){ .config = &config,
				 .ops = &ops,
				 .worker = &agent.worker,
				 .active_monitor = true };
	queue_init(&radio->queue, &config, &agent.counters);
	agent.radios_n = 1;
	aggregation_init(&agent.aggregation, agent.radios, &agent.leases,
			 &agent.powersave);
	agent_leases_init(&agent);
	executed[0] = '\0';
	ack_error = ap_error = 0;
	answers = 0;
}

static void end(void)
{
	worker_stop(&agent.worker);
	agent_leases_destroy(&agent);
	queue_destroy(&agent.radios[0].queue);
	loop_destroy(&agent.loop);
}

static void execute_all(void)
{
	while (agent.worker.pending) {
		worker_run_next(&agent.worker);
		worker_complete(&agent.worker);
	}
}

static void grant_to(const uint8_t *to)
{
	installed = to;
	agent_leases_grant(&agent, to, LEASE_AP, 0, 60000, on_answer, NULL);
	execute_all();
	CHECK_INT(0, answer);
	installed = bssid;
}

static void grant(void)
{
	agent_leases_grant(&agent, bssid, LEASE_AP, 0, 60000, on_answer, NULL);
}

static void test_a_lease_comes_and_goes(void)
{
	begin();
	grant();
	CHECK(!lease_find(&agent.leases, bssid));
	CHECK_INT(0, answers);
	execute_all();
	CHECK(lease_find(&agent.leases, bssid) != NULL);
	CHECK_INT(1, answers);
	CHECK_INT(0, answer);
	CHECK(answer_changes);
	agent_leases_release(&agent, bssid, 0, on_answer, NULL);
	CHECK(!lease_find(&agent.leases, bssid));
	CHECK_INT(1, answers);
	execute_all();
	CHECK_STR("Ll", executed);
	CHECK_INT(2, answers);
	CHECK(answer_changes);
	end();
}

/* While an access point starts or stops. */
static void test_kept_frames_end_with_the_lease(void)
{
	uint8_t body[25] = { 0x08, 0x02, 0, 0, 0xff };
	const struct downlink_frame frame = { .body = body,
					      .body_len = sizeof(body) };
	struct queue *queue = &agent.radios[0].queue;

	begin();
	grant();
	execute_all();
	memcpy(body + 10, bssid, ADDR_LEN);
	queue_pause(queue);
	CHECK(queue_enqueue(queue, &frame));
	CHECK_INT(1, queue->kept.n);
	agent_leases_release(&agent, bssid, 0, on_answer, NULL);
	CHECK_INT(0, queue->kept.n);
	CHECK_INT(1, agent.counters.drops[DROP_NO_LEASE]);
	execute_all();
	end();
}

/* An earlier lease left its access point in the slot. */
static void test_a_failed_installation_leaves_nothing(void)
{
	begin();
	ack_error = EOPNOTSUPP;
	grant();
	agent.aggregation.aps[0][0].state = SHADOW_AP_RUNNING;
	execute_all();
	CHECK_STR("Lal", executed);
	CHECK(!lease_find_any(&agent.leases, bssid));
	CHECK_INT(1, answers);
	CHECK_INT(EOPNOTSUPP, answer);
	CHECK_INT(0, agent.removing[0] | agent.unremoved[0]);
	/* The slot is usable again. */
	ack_error = 0;
	grant();
	execute_all();
	CHECK_STR("LalL", executed);
	CHECK_INT(0, answer);
	end();
}

static void repeat_removals(void)
{
	CHECK(agent.removal_timer.armed);
	loop_timer_stop(&agent.loop, &agent.removal_timer);
	agent.removal_timer.handler(agent.removal_timer.arg);
	execute_all();
}

static void check_removals(unsigned int failed, unsigned int pending)
{
	CHECK_INT(failed, agent.counters.failed_removals);
	CHECK_INT(pending, agent.counters.pending_removals);
	CHECK(agent.removal_timer.armed == (pending != 0));
}

/* The slot of the lease is not used again before. */
static void test_a_failed_stop_of_an_access_point_is_repeated(void)
{
	begin();
	grant();
	execute_all();
	agent.aggregation.aps[0][0].state = SHADOW_AP_RUNNING;
	ap_error = EBUSY;
	agent_leases_release(&agent, bssid, 0, on_answer, NULL);
	execute_all();
	CHECK_STR("Lal", executed);
	check_removals(1, 1);
	repeat_removals();
	CHECK_STR("Lala", executed);
	check_removals(2, 1);
	grant();
	execute_all();
	CHECK_INT(1, lease_find(&agent.leases, bssid)->slot);
	ap_error = 0;
	repeat_removals();
	CHECK_STR("LalaLa", executed);
	check_removals(2, 0);
	end();
}

/* The agent warns of foreign addresses, not of BSSIDs, and once of each number
 * of bits. */
static void test_a_mask_that_matches_foreign_addresses(void)
{
	static const char *const drivers[] = { "mt7603e", "ath9k" };

	for (unsigned int masked = 0; masked < 2; masked++) {
		begin();
		snprintf(agent.radios[0].abilities.driver,
			 ABILITIES_DRIVER_MAX, "%s", drivers[masked]);
		grant_to(bssid);
		grant_to(near);
		CHECK_INT(0, agent.warned_bits[0]);
		grant_to(far);
		CHECK_INT(masked ? 5 : 0, agent.warned_bits[0]);
		agent_leases_release(&agent, near, 0, on_answer, NULL);
		execute_all();
		grant_to(near);
		CHECK_INT(masked ? 5 : 0, agent.warned_bits[0]);
		end();
	}
}

const struct unit_test agent_leases_tests[] = {
	UNIT_TEST(test_a_lease_comes_and_goes),
	UNIT_TEST(test_kept_frames_end_with_the_lease),
	UNIT_TEST(test_a_failed_installation_leaves_nothing),
	UNIT_TEST(test_a_failed_stop_of_an_access_point_is_repeated),
	UNIT_TEST(test_a_mask_that_matches_foreign_addresses),
	{ NULL, NULL },
};
