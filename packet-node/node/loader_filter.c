/* SPDX-License-Identifier: Apache-2.0 */
#include "loader_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <seccomp.h>
#include <stddef.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Memory, open files, what libbpf asks of the kernel, and the end. The
 * sanitizers of test builds need the second line of memory. */
static const int calls[] = {
	SCMP_SYS(brk),	       SCMP_SYS(mmap),		SCMP_SYS(mremap),
	SCMP_SYS(munmap),      SCMP_SYS(madvise),	SCMP_SYS(mprotect),
	SCMP_SYS(sigaltstack), SCMP_SYS(rt_sigreturn),	SCMP_SYS(futex),
	SCMP_SYS(sched_yield), SCMP_SYS(close),		SCMP_SYS(read),
	SCMP_SYS(pread64),     SCMP_SYS(write),		SCMP_SYS(lseek),
	SCMP_SYS(fcntl),       SCMP_SYS(dup),		SCMP_SYS(dup3),
	SCMP_SYS(fstat),       SCMP_SYS(newfstatat),	SCMP_SYS(statx),
	SCMP_SYS(access),      SCMP_SYS(faccessat),	SCMP_SYS(faccessat2),
	SCMP_SYS(uname),       SCMP_SYS(getpid),	SCMP_SYS(gettid),
	SCMP_SYS(getrandom),   SCMP_SYS(clock_gettime), SCMP_SYS(prlimit64),
	SCMP_SYS(exit),	       SCMP_SYS(exit_group),
};

static const enum bpf_cmd commands[] = {
	BPF_MAP_CREATE,		BPF_MAP_LOOKUP_ELEM, BPF_MAP_UPDATE_ELEM,
	BPF_MAP_FREEZE,		BPF_PROG_LOAD,	     BPF_PROG_BIND_MAP,
	BPF_OBJ_GET_INFO_BY_FD, BPF_BTF_LOAD,
};

/* Returns 0 or a negative errno. */
static int add_rules(scmp_filter_ctx filter, int answer_fd)
{
	int err = 0;

	for (size_t i = 0; i < LENGTH(calls) && !err; i++)
		err = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0);
	for (size_t i = 0; i < LENGTH(commands) && !err; i++)
		err = seccomp_rule_add(
			filter, SCMP_ACT_ALLOW, SCMP_SYS(bpf), 1,
			SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)commands[i]));
	if (!err)
		err = seccomp_rule_add(
			filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), 1,
			SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)answer_fd));
	/* To read, and not to make a file. */
	if (!err)
		err = seccomp_rule_add(
			filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
			SCMP_A2(SCMP_CMP_MASKED_EQ,
				O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY));
	return err;
}

bool loader_filter_install(int answer_fd)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	int err = filter ? add_rules(filter, answer_fd) : -ENOMEM;

	if (!err)
		err = seccomp_load(filter);
	seccomp_release(filter);
	return !err;
}
