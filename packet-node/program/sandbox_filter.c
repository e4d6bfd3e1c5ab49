/* SPDX-License-Identifier: Apache-2.0 */
#include "sandbox_filter.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const int refused[] = {
	/* other file systems and namespaces */
	SCMP_SYS(mount),
	SCMP_SYS(umount2),
	SCMP_SYS(pivot_root),
	SCMP_SYS(chroot),
	SCMP_SYS(setns),
	SCMP_SYS(unshare),
	SCMP_SYS(fsopen),
	SCMP_SYS(fsmount),
	SCMP_SYS(fsconfig),
	SCMP_SYS(fspick),
	SCMP_SYS(open_tree),
	SCMP_SYS(move_mount),
	SCMP_SYS(mount_setattr),
	SCMP_SYS(open_by_handle_at),
	SCMP_SYS(name_to_handle_at),
	/* other processes and the kernel */
	SCMP_SYS(ptrace),
	SCMP_SYS(process_vm_readv),
	SCMP_SYS(process_vm_writev),
	SCMP_SYS(kcmp),
	SCMP_SYS(bpf),
	SCMP_SYS(perf_event_open),
	SCMP_SYS(userfaultfd),
	SCMP_SYS(add_key),
	SCMP_SYS(request_key),
	SCMP_SYS(keyctl),
	SCMP_SYS(init_module),
	SCMP_SYS(finit_module),
	SCMP_SYS(delete_module),
	SCMP_SYS(kexec_load),
	SCMP_SYS(kexec_file_load),
	SCMP_SYS(reboot),
	SCMP_SYS(swapon),
	SCMP_SYS(swapoff),
	SCMP_SYS(acct),
	SCMP_SYS(quotactl),
	SCMP_SYS(syslog),
	SCMP_SYS(personality),
	/* rings whose operations no filter sees */
	SCMP_SYS(io_uring_setup),
	SCMP_SYS(io_uring_enter),
	SCMP_SYS(io_uring_register),
};

/* Returns 0 or a negative errno. */
static int add_rules(scmp_filter_ctx filter)
{
	int err = 0;

	for (size_t i = 0; i < LENGTH(refused) && !err; i++)
		err = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
				       refused[i], 0);
	/* The C library tries clone() then, whose flags a filter can read. */
	if (!err)
		err = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS),
				       SCMP_SYS(clone3), 0);
	if (!err)
		err = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
				       SCMP_SYS(clone), 1,
				       SCMP_A0(SCMP_CMP_MASKED_EQ,
					       CLONE_NEWUSER, CLONE_NEWUSER));
	return err;
}

int sandbox_filter(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int fd = memfd_create("filter", 0);
	bool is_good = filter && fd >= 0 && !add_rules(filter) &&
		       !seccomp_export_bpf(filter, fd) &&
		       !lseek(fd, 0, SEEK_SET);

	seccomp_release(filter);
	if (is_good)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}
