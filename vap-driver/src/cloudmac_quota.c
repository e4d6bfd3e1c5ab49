// SPDX-License-Identifier: GPL-2.0-only
/*
 * Limits the number of radios of a user namespace, and the sum of their frames
 * that await a TX status. So a container cannot use up the memory of its host.
 *
 * A radio counts for the user namespace that owns the network namespace of its
 * creation, also after it has moved. Nested user namespaces count with the one
 * below the initial namespace, because any of them can create more.
 */
#include <linux/list.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/user_namespace.h>

#include "cloudmac_quota.h"

static unsigned int user_radios_max = 1024;
module_param(user_radios_max, uint, 0644);
MODULE_PARM_DESC(user_radios_max, "Number of radios that a user namespace may have");

static unsigned int user_pending_max = 65536;
module_param(user_pending_max, uint, 0644);
MODULE_PARM_DESC(user_pending_max,
		 "Number of frames of a user namespace that may await their TX status");

/**
 * struct cloudmac_quota - what the radios of a user namespace use together
 *
 * @entry: entry in the list of all quotas
 * @user_ns: the user namespace, with a reference
 * @radios: number of its radios, each of which holds the quota
 * @pending: number of their frames that await a TX status
 */
struct cloudmac_quota {
	struct list_head entry;
	struct user_namespace *user_ns;
	unsigned int radios;
	atomic_t pending;
};

static DEFINE_MUTEX(quotas_lock);	/* guards the list and @radios */
static LIST_HEAD(quotas);

/* Returns the user namespace that the radios of a network namespace count for. */
static struct user_namespace *account_of(const struct net *net)
{
	struct user_namespace *user_ns = net->user_ns;

	while (user_ns->parent && user_ns->parent != &init_user_ns)
		user_ns = user_ns->parent;
	return user_ns;
}

static struct cloudmac_quota *find_or_create(struct user_namespace *user_ns)
{
	struct cloudmac_quota *quota;

	list_for_each_entry(quota, &quotas, entry)
		if (quota->user_ns == user_ns)
			return quota;
	quota = kzalloc(sizeof(*quota), GFP_KERNEL);
	if (!quota)
		return NULL;
	quota->user_ns = get_user_ns(user_ns);
	list_add(&quota->entry, &quotas);
	return quota;
}

static void free_if_unused(struct cloudmac_quota *quota)
{
	if (quota->radios)
		return;
	list_del(&quota->entry);
	put_user_ns(quota->user_ns);
	kfree(quota);
}

/**
 * cloudmac_quota_get - counts a new radio
 * @net: network namespace of its creation
 * @extack: set to the reason of an error
 *
 * Return: the quota of the user namespace, which the radio holds;
 * ERR_PTR(-EDQUOT) if the namespace has too many radios, or ERR_PTR(-ENOMEM).
 */
struct cloudmac_quota *cloudmac_quota_get(struct net *net,
					  struct netlink_ext_ack *extack)
{
	struct cloudmac_quota *quota;

	mutex_lock(&quotas_lock);
	quota = find_or_create(account_of(net));
	if (!quota) {
		quota = ERR_PTR(-ENOMEM);
	} else if (quota->radios >= READ_ONCE(user_radios_max)) {
		NL_SET_ERR_MSG(extack,
			       "the user namespace has as many radios as the module parameter user_radios_max allows");
		free_if_unused(quota);
		quota = ERR_PTR(-EDQUOT);
	} else {
		quota->radios++;
	}
	mutex_unlock(&quotas_lock);
	return quota;
}

/**
 * cloudmac_quota_put - ends the count of a radio
 * @quota: the quota that the radio holds; none of its frames is charged
 */
void cloudmac_quota_put(struct cloudmac_quota *quota)
{
	mutex_lock(&quotas_lock);
	quota->radios--;
	free_if_unused(quota);
	mutex_unlock(&quotas_lock);
}

/**
 * cloudmac_quota_pending_max - returns the limit of frames that await a status
 *
 * Return: the limit of a user namespace.
 */
u32 cloudmac_quota_pending_max(void)
{
	return READ_ONCE(user_pending_max);
}

/**
 * cloudmac_quota_charge - counts a frame that awaits its TX status
 * @quota: the quota that its radio holds
 *
 * Return: false, with nothing charged, if the limit is reached.
 */
bool cloudmac_quota_charge(struct cloudmac_quota *quota)
{
	if (atomic_inc_return(&quota->pending) <= cloudmac_quota_pending_max())
		return true;
	atomic_dec(&quota->pending);
	return false;
}

/**
 * cloudmac_quota_refund - ends the count of a frame
 * @quota: the quota that was charged
 */
void cloudmac_quota_refund(struct cloudmac_quota *quota)
{
	atomic_dec(&quota->pending);
}
