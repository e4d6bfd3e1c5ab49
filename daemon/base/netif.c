/* SPDX-License-Identifier: Apache-2.0 */
#include "netif.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "altname.h"

/* Copies the name of an interface that is given by its name or an alternative
 * one. Requests have no room for the longer ones. */
static int real_name(const char *given, char name[IFNAMSIZ])
{
	int ifindex, err;

	if (strlen(given) < IFNAMSIZ) {
		strcpy(name, given);
		return 0;
	}
	err = altname_index(given, &ifindex);
	if (!err && !if_indextoname((unsigned int)ifindex, name))
		err = errno;
	return err;
}

/* Requests have 16 bits. ioctl() takes an unsigned long with glibc, and an int
 * with musl. */
static int ask(uint16_t what, const char *ifname, struct ifreq *request)
{
	int fd, err;

	err = real_name(ifname, request->ifr_name);
	if (err)
		return err;
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return errno;
	if (ioctl(fd, what, request))
		err = errno;
	close(fd);
	return err;
}

int netif_index(const char *ifname, int *ifindex)
{
	struct ifreq request = { 0 };
	int err = ask(SIOCGIFINDEX, ifname, &request);

	*ifindex = err ? 0 : request.ifr_ifindex;
	return err;
}

int netif_address(const char *ifname, uint8_t address[ADDR_LEN])
{
	struct ifreq request = { 0 };
	int err = ask(SIOCGIFHWADDR, ifname, &request);

	if (!err)
		memcpy(address, request.ifr_hwaddr.sa_data, ADDR_LEN);
	return err;
}

int netif_mtu(const char *ifname, unsigned int *mtu)
{
	struct ifreq request = { 0 };
	int err = ask(SIOCGIFMTU, ifname, &request);

	*mtu = err ? 0 : (unsigned int)request.ifr_mtu;
	return err;
}

int netif_set_mtu(const char *ifname, unsigned int mtu)
{
	struct ifreq request = { .ifr_mtu = (int)mtu };

	return ask(SIOCSIFMTU, ifname, &request);
}

int netif_set_up(const char *ifname)
{
	struct ifreq request = { 0 };
	int err = ask(SIOCGIFFLAGS, ifname, &request);

	if (err || (request.ifr_flags & IFF_UP))
		return err;
	request.ifr_flags |= IFF_UP;
	return ask(SIOCSIFFLAGS, ifname, &request);
}

bool netif_is_up(const char *ifname)
{
	struct ifreq request = { 0 };

	return !ask(SIOCGIFFLAGS, ifname, &request) &&
	       (request.ifr_flags & IFF_UP);
}

bool netif_exists(int ifindex)
{
	char name[IF_NAMESIZE];

	return if_indextoname((unsigned int)ifindex, name) != NULL;
}

static void take_ipv4(const struct in_addr *address,
		      struct netif_addresses *addresses)
{
	const uint8_t *octets = (const uint8_t *)&address->s_addr;
	bool link_local = octets[0] == 169 && octets[1] == 254;

	if (addresses->has_ipv4 || octets[0] == 127 || link_local)
		return;
	memcpy(addresses->ipv4, octets, sizeof(addresses->ipv4));
	addresses->has_ipv4 = true;
}

static void take_ipv6(const struct in6_addr *address,
		      struct netif_addresses *addresses)
{
	if (addresses->has_ipv6 || IN6_IS_ADDR_LOOPBACK(address) ||
	    IN6_IS_ADDR_LINKLOCAL(address))
		return;
	memcpy(addresses->ipv6, address, sizeof(addresses->ipv6));
	addresses->has_ipv6 = true;
}

int netif_addresses(struct netif_addresses *addresses)
{
	struct ifaddrs *list;

	memset(addresses, 0, sizeof(*addresses));
	if (getifaddrs(&list))
		return errno;
	for (const struct ifaddrs *i = list; i; i = i->ifa_next) {
		const void *address = i->ifa_addr;

		if (!address || !(i->ifa_flags & IFF_UP))
			continue;
		if (i->ifa_addr->sa_family == AF_INET) {
			const struct sockaddr_in *v4 = address;

			take_ipv4(&v4->sin_addr, addresses);
		} else if (i->ifa_addr->sa_family == AF_INET6) {
			const struct sockaddr_in6 *v6 = address;

			take_ipv6(&v6->sin6_addr, addresses);
		}
	}
	freeifaddrs(list);
	return 0;
}

void netif_address_of(const char *text, struct netif_addresses *addresses)
{
	memset(addresses, 0, sizeof(*addresses));
	addresses->has_ipv4 = inet_pton(AF_INET, text, addresses->ipv4) == 1;
	addresses->has_ipv6 = inet_pton(AF_INET6, text, addresses->ipv6) == 1;
}
