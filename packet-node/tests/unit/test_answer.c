/* SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <sys/socket.h>
#include <unistd.h>

#include "node/answer.h"
#include "unit.h"

static int pair[2];

static void open_pair(void)
{
	const struct timeval limit = { .tv_usec = 1000 };

	CHECK(!socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair));
	setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
}

static void close_pair(void)
{
	close(pair[0]);
	close(pair[1]);
}

static int descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int n = 0;

	while (readdir(folder))
		n++;
	closedir(folder);
	return n;
}

static void test_descriptors(void)
{
	struct node_error error = { 0 }, got;
	int fds[LOADER_FDS_MAX];

	open_pair();
	CHECK(answer_send(pair[1], pair, 2, &error));
	CHECK_INT(2, answer_receive(pair[0], fds, &got));
	close(fds[0]);
	close(fds[1]);
	close_pair();
}

static void test_an_error(void)
{
	struct node_error error, got;
	int fds[LOADER_FDS_MAX];

	open_pair();
	node_fail(&error, NODE_REFUSED, "refused");
	CHECK(answer_send(pair[1], NULL, 0, &error));
	CHECK_INT(0, answer_receive(pair[0], fds, &got));
	CHECK_STR("refused", got.text);
	CHECK_INT(NODE_REFUSED, got.failure);
	/* Of a sender that has gone mad. */
	memset(&error, 0xff, sizeof(error));
	CHECK(answer_send(pair[1], NULL, 0, &error));
	CHECK_INT(0, answer_receive(pair[0], fds, &got));
	CHECK_INT(NODE_FAILED, got.failure);
	CHECK_INT(sizeof(got.text) - 1, strlen(got.text));
	CHECK_INT('?', got.text[0]);
	CHECK_INT('?', got.details[0]);
	close_pair();
}

static void test_names_of_any_octets(void)
{
	struct node_error error;

	node_fail(&error, NODE_REFUSED, "map '%s'", "a\x84\x01 b");
	node_error_tail(&error, "first\n\xff\tlast");
	CHECK_STR("map 'a?? b'", error.text);
	CHECK_STR("first\n?\tlast", error.details);
}

static void test_nothing(void)
{
	struct node_error got;
	int fds[LOADER_FDS_MAX];

	open_pair();
	CHECK_INT(0, answer_receive(pair[0], fds, &got));
	CHECK_STR("", got.text);
	CHECK_INT(5, send(pair[1], "short", 5, 0));
	CHECK_INT(0, answer_receive(pair[0], fds, &got));
	CHECK_STR("", got.text);
	close_pair();
}

/* Sends more descriptors than a loader has. */
static void send_many(size_t n)
{
	union {
		struct cmsghdr header;
		char octets[CMSG_SPACE(sizeof(int) * 64)];
	} control = { .octets = { 0 } };
	struct node_error error = { 0 };
	struct iovec data = { &error, sizeof(error) };
	struct msghdr message = { .msg_iov = &data,
				  .msg_iovlen = 1,
				  .msg_control = &control,
				  .msg_controllen =
					  CMSG_SPACE(sizeof(int) * n) };

	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(sizeof(int) * n);
	for (size_t i = 0; i < n; i++)
		memcpy(CMSG_DATA(&control.header) + i * sizeof(int), &pair[1],
		       sizeof(int));
	CHECK(sendmsg(pair[1], &message, 0) > 0);
}

static void test_too_many_descriptors(void)
{
	/* One behind the end is fatal to a sanitizer. */
	int *fds = malloc(sizeof(int) * LOADER_FDS_MAX);
	struct node_error got;
	int before;

	open_pair();
	before = descriptors();
	for (size_t n = LOADER_FDS_MAX + 1; n < LOADER_FDS_MAX + 4; n++) {
		send_many(n);
		CHECK_INT(0, answer_receive(pair[0], fds, &got));
		CHECK_INT(before, descriptors());
	}
	close_pair();
	free(fds);
}

const struct unit_test answer_tests[] = {
	UNIT_TEST(test_descriptors),	      UNIT_TEST(test_an_error),
	UNIT_TEST(test_names_of_any_octets),  UNIT_TEST(test_nothing),
	UNIT_TEST(test_too_many_descriptors), { NULL, NULL },
};
