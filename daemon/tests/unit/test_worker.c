/* SPDX-License-Identifier: Apache-2.0 */
#include "base/worker.h"

#include <poll.h>
#include <string.h>

#include "unit.h"

/* A job that notes its letter when it runs, and in upper case when it is
 * done. */
struct letter_job {
	struct worker_job job; /* must be first */
	char letter;
	struct letter_job *next; /* submitted when this one is done */
	pthread_t thread;	 /* that ran it */
};

static struct worker worker;
static char ran[64], done[64];

static void append(char *text, char letter)
{
	text[strlen(text) + 1] = '\0';
	text[strlen(text)] = letter;
}

static void run(struct worker_job *job)
{
	struct letter_job *letter = (struct letter_job *)job;

	letter->thread = pthread_self();
	append(ran, letter->letter);
}

static void finish(struct worker_job *job)
{
	struct letter_job *letter = (struct letter_job *)job;

	append(done, letter->letter);
	if (letter->next)
		CHECK(worker_submit(&worker, &letter->next->job));
}

static struct letter_job make(char letter)
{
	return (struct letter_job){ .job = { run, finish }, .letter = letter };
}

static void begin(void)
{
	ran[0] = done[0] = '\0';
	worker_init(&worker);
}

static void test_a_job_runs_at_once_without_a_thread(void)
{
	struct letter_job a = make('a'), b = make('b');

	begin();
	a.next = &b;
	CHECK(worker_submit(&worker, &a.job));
	CHECK_STR("ab", ran);
	CHECK_STR("ab", done);
	worker_stop(&worker);
	CHECK_INT(-1, worker_fd(&worker));
}

static void test_jobs_keep_their_order(void)
{
	struct letter_job jobs[] = { make('a'), make('b'), make('c') };

	begin();
	CHECK(!worker_open_queues(&worker));
	for (int i = 0; i < 3; i++)
		CHECK(worker_submit(&worker, &jobs[i].job));
	worker_complete(&worker);
	CHECK_STR("", ran);
	CHECK(worker_run_next(&worker) && worker_run_next(&worker));
	CHECK_STR("ab", ran);
	CHECK_STR("", done);
	CHECK_INT(3, worker.pending);
	worker_complete(&worker);
	CHECK_STR("ab", done);
	CHECK_INT(1, worker.pending);
	worker_stop(&worker);
	CHECK_STR("abc", ran);
	CHECK_STR("abc", done);
}

static void test_the_queue_is_bounded(void)
{
	static struct letter_job jobs[WORKER_MAX + 1];

	begin();
	CHECK(!worker_open_queues(&worker));
	for (unsigned int i = 0; i < WORKER_MAX; i++) {
		jobs[i] = make('x');
		CHECK(worker_submit(&worker, &jobs[i].job));
	}
	CHECK(!worker_submit(&worker, &jobs[WORKER_MAX].job));
	CHECK_INT(WORKER_MAX, worker.pending);
	/* What nobody runs ends with the pipes. */
	worker.pending = 0;
	worker_stop(&worker);
}

/* Waits for jobs as the event loop does. */
static void complete_all(void)
{
	struct pollfd fd = { worker_fd(&worker), POLLIN, 0 };

	while (worker.pending) {
		CHECK_INT(1, poll(&fd, 1, -1));
		worker_complete(&worker);
	}
}

static void test_a_thread_runs_the_jobs(void)
{
	struct letter_job jobs[] = { make('a'), make('b'), make('c'),
				     make('d') };

	begin();
	jobs[1].next = &jobs[3];
	CHECK(!worker_start(&worker));
	for (int i = 0; i < 3; i++)
		CHECK(worker_submit(&worker, &jobs[i].job));
	complete_all();
	CHECK_STR("abcd", ran);
	CHECK_STR("abcd", done);
	CHECK(!pthread_equal(pthread_self(), jobs[0].thread));
	CHECK(pthread_equal(jobs[0].thread, jobs[3].thread));
	worker_stop(&worker);
	worker_stop(&worker);
}

static void test_the_end_completes_all_jobs(void)
{
	struct letter_job jobs[] = { make('a'), make('b'), make('c') };

	begin();
	jobs[0].next = &jobs[2];
	CHECK(!worker_start(&worker));
	CHECK(worker_submit(&worker, &jobs[0].job));
	CHECK(worker_submit(&worker, &jobs[1].job));
	worker_stop(&worker);
	CHECK_STR("abc", ran);
	CHECK_STR("abc", done);
	/* Again without a thread. */
	jobs[0] = make('e');
	CHECK(worker_submit(&worker, &jobs[0].job));
	CHECK_STR("abce", done);
	CHECK(pthread_equal(pthread_self(), jobs[0].thread));
}

const struct unit_test worker_tests[] = {
	UNIT_TEST(test_a_job_runs_at_once_without_a_thread),
	UNIT_TEST(test_jobs_keep_their_order),
	UNIT_TEST(test_the_queue_is_bounded),
	UNIT_TEST(test_a_thread_runs_the_jobs),
	UNIT_TEST(test_the_end_completes_all_jobs),
	{ NULL, NULL },
};
