/* SPDX-License-Identifier: Apache-2.0 */
#include "node/loader_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

#define ANSWER_FD 0

static bool is_refused(long result)
{
	return result == -1 && errno == EPERM;
}

/* Returns a number other than 0 if the filter fails at something. */
static int try_all(int pair[2])
{
	const char octet = 'x';
	struct iovec data = { (void *)&octet, 1 };
	struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1 };
	union bpf_attr attr = { 0 };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (!loader_filter_install(ANSWER_FD))
		return 1;
	if (!is_refused(socket(AF_INET, SOCK_DGRAM, 0)) || !is_refused(fork()))
		return 2;
	if (!is_refused(syscall(SYS_bpf, BPF_OBJ_GET, &attr, sizeof(attr))) ||
	    !is_refused(syscall(SYS_bpf, BPF_PROG_GET_NEXT_ID, &attr,
				sizeof(attr))) ||
	    is_refused(syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr,
			       sizeof(attr))))
		return 3;
	if (!is_refused(open("/dev/null", O_WRONLY)) ||
	    !is_refused(open("/tmp/x", O_RDONLY | O_CREAT, 0600)) ||
	    is_refused(open("/dev/null", O_RDONLY)))
		return 4;
	if (sendmsg(ANSWER_FD, &message, 0) != 1 ||
	    !is_refused(sendmsg(pair[1], &message, 0)))
		return 5;
	return 0;
}

static void test_the_calls_of_a_loader(void)
{
	int pair[2], status = -1;
	pid_t child;

	CHECK(!socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair));
	child = fork();
	if (!child) {
		dup2(pair[0], ANSWER_FD);
		_exit(try_all(pair));
	}
	CHECK(waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status));
	CHECK_INT(0, WEXITSTATUS(status));
	close(pair[0]);
	close(pair[1]);
}

const struct unit_test loader_filter_tests[] = {
	UNIT_TEST(test_the_calls_of_a_loader),
	{ NULL, NULL },
};
