/* SPDX-License-Identifier: Apache-2.0 */
#include "hwsim.h"

#include <errno.h>
#include <linux/genetlink.h>
#include <math.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "rates.h"

/* Shortest frame that the kernel accepts. */
#define HWSIM_FRAME_MIN 24
/* The radios queue up to 200 frames each, in bursts. */
#define RECEIVE_BUFFER (16 << 20)
#define MESSAGE_ROOM   (IEEE80211_MAX_LEN + 256)
#define RECEIVE_ROOM   65536

struct hwsim {
	struct nl_sock *sock;
	int family;
	struct hwsim_message *kept, **tail;
	uint32_t refused; /* sequence number of the last request refused */
	_Alignas(NLMSG_ALIGNTO) unsigned char buffer[RECEIVE_ROOM];
};

static struct nl_msg *request(struct hwsim *hwsim, uint8_t cmd)
{
	struct nl_msg *msg = nlmsg_alloc_size(MESSAGE_ROOM);

	if (!msg || !genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, hwsim->family,
				 0, NLM_F_REQUEST, cmd, HWSIM_VERSION))
		abort(); /* out of memory */
	return msg;
}

/* Sends a request, which the kernel executes before this returns. Returns its
 * sequence number, 0 if it was not sent. */
static uint32_t send_request(struct hwsim *hwsim, struct nl_msg *msg)
{
	uint32_t seq = 0;

	nl_complete_msg(hwsim->sock, msg);
	if (nl_send(hwsim->sock, msg) >= 0)
		seq = nlmsg_hdr(msg)->nlmsg_seq;
	nlmsg_free(msg);
	return seq;
}

static void keep(struct hwsim *hwsim, struct hwsim_message *message)
{
	*hwsim->tail = message;
	hwsim->tail = &message->next;
}

static const uint8_t *address(struct nlattr *attr)
{
	return attr && nla_len(attr) >= ADDR_LEN ? nla_data(attr) : NULL;
}

static struct air_frame *parse_frame(struct nlattr **attrs)
{
	struct nlattr *data = attrs[HWSIM_ATTR_FRAME];
	struct nlattr *rates = attrs[HWSIM_ATTR_TX_INFO];
	struct nlattr *flags = attrs[HWSIM_ATTR_TX_INFO_FLAGS];
	struct air_frame *frame;

	if (!data || !rates || !attrs[HWSIM_ATTR_COOKIE] ||
	    !attrs[HWSIM_ATTR_FLAGS] || !attrs[HWSIM_ATTR_FREQ] ||
	    nla_len(data) < IEEE80211_MIN_LEN ||
	    nla_len(data) > IEEE80211_MAX_LEN ||
	    nla_len(rates) < HWSIM_RATES * (int)sizeof(struct hwsim_tx_rate))
		return NULL;
	if (flags &&
	    nla_len(flags) <
		    HWSIM_RATES * (int)sizeof(struct hwsim_tx_rate_flag))
		flags = NULL;
	frame = air_frame_new(nla_data(data), (size_t)nla_len(data));
	if (!frame)
		return NULL;
	frame->cookie = nla_get_u64(attrs[HWSIM_ATTR_COOKIE]);
	frame->mhz = nla_get_u32(attrs[HWSIM_ATTR_FREQ]);
	if (attrs[HWSIM_ATTR_TX_POWER])
		frame->power_dbm =
			(int8_t)nla_get_u8(attrs[HWSIM_ATTR_TX_POWER]);
	frame->no_ack =
		nla_get_u32(attrs[HWSIM_ATTR_FLAGS]) & HWSIM_FLAG_NO_ACK;
	frame->stages_n = rates_to_stages(nla_data(rates),
					  flags ? nla_data(flags) : NULL,
					  frame->mhz, frame->stages);
	return frame;
}

static void handle(struct hwsim *hwsim, struct nlmsghdr *header)
{
	struct nlattr *attrs[HWSIM_ATTR_LAST + 1];
	struct hwsim_message *message;
	const uint8_t *radio, *addr;
	uint8_t cmd;

	if (header->nlmsg_type != hwsim->family ||
	    genlmsg_parse(header, 0, attrs, HWSIM_ATTR_LAST, NULL))
		return;
	cmd = genlmsg_hdr(header)->cmd;
	radio = address(attrs[HWSIM_ATTR_ADDR_TRANSMITTER]);
	addr = address(attrs[HWSIM_ATTR_ADDR_RECEIVER]);
	if (!radio)
		return;
	message = calloc(1, sizeof(*message));
	if (!message)
		return;
	memcpy(message->radio, radio, ADDR_LEN);
	if (cmd == HWSIM_CMD_FRAME) {
		message->frame = parse_frame(attrs);
	} else if (addr && (cmd == HWSIM_CMD_ADD_MAC_ADDR ||
			    cmd == HWSIM_CMD_DEL_MAC_ADDR)) {
		memcpy(message->addr, addr, ADDR_LEN);
		message->add = cmd == HWSIM_CMD_ADD_MAC_ADDR;
	}
	if (message->frame || addr)
		keep(hwsim, message);
	else
		free(message);
}

void hwsim_read(struct hwsim *hwsim)
{
	int len;

	/* recv() needs one system call per message, nl_recv() needs two. */
	while ((len = (int)recv(hwsim_fd(hwsim), hwsim->buffer,
				sizeof(hwsim->buffer), 0)) > 0) {
		struct nlmsghdr *header = (struct nlmsghdr *)hwsim->buffer;

		for (; nlmsg_ok(header, len);
		     header = nlmsg_next(header, &len)) {
			const struct nlmsgerr *error = nlmsg_data(header);

			if (header->nlmsg_type != NLMSG_ERROR)
				handle(hwsim, header);
			else if (nlmsg_datalen(header) >=
					 (int)sizeof(*error) &&
				 error->error)
				hwsim->refused = header->nlmsg_seq;
		}
	}
}

struct hwsim_message *hwsim_take(struct hwsim *hwsim)
{
	struct hwsim_message *message = hwsim->kept;

	if (!message)
		return NULL;
	hwsim->kept = message->next;
	if (!hwsim->kept)
		hwsim->tail = &hwsim->kept;
	return message;
}

/* Adds a frame. The kernel refuses frames that are shorter than a data frame's
 * header: PS-Poll and block-ack requests. Trailing zeros do not change them.
 */
static void put_frame(struct nl_msg *msg, const struct air_frame *frame)
{
	uint8_t longer[HWSIM_FRAME_MIN] = { 0 };

	if (frame->len >= sizeof(longer)) {
		nla_put(msg, HWSIM_ATTR_FRAME, (int)frame->len, frame->data);
		return;
	}
	memcpy(longer, frame->data, frame->len);
	nla_put(msg, HWSIM_ATTR_FRAME, sizeof(longer), longer);
}

bool hwsim_deliver(struct hwsim *hwsim, const uint8_t *radio,
		   const struct air_frame *frame,
		   const struct air_reception *reception)
{
	struct nl_msg *msg = request(hwsim, HWSIM_CMD_FRAME);
	uint32_t seq;

	nla_put(msg, HWSIM_ATTR_ADDR_RECEIVER, ADDR_LEN, radio);
	put_frame(msg, frame);
	nla_put_u32(msg, HWSIM_ATTR_RX_RATE,
		    rates_received(&reception->rate, reception->mhz));
	nla_put_u32(msg, HWSIM_ATTR_SIGNAL,
		    (uint32_t)(int)lround(reception->signal_dbm));
	nla_put_u32(msg, HWSIM_ATTR_FREQ, reception->mhz);
	seq = send_request(hwsim, msg);
	if (!seq)
		return false;
	/* The kernel answers at once, and only if it refuses. */
	hwsim_read(hwsim);
	return hwsim->refused != seq;
}

void hwsim_status(struct hwsim *hwsim, const uint8_t *radio,
		  const struct air_frame *frame, bool acked, double ack_dbm)
{
	struct nl_msg *msg = request(hwsim, HWSIM_CMD_TX_INFO_FRAME);
	struct hwsim_tx_rate rates[HWSIM_RATES];
	uint32_t flags = (frame->no_ack ? HWSIM_FLAG_NO_ACK : 0) |
			 (acked ? HWSIM_FLAG_STAT_ACK : 0);

	rates_from_stages(frame, rates);
	nla_put(msg, HWSIM_ATTR_ADDR_TRANSMITTER, ADDR_LEN, radio);
	nla_put_u32(msg, HWSIM_ATTR_FLAGS, flags);
	nla_put_u64(msg, HWSIM_ATTR_COOKIE, frame->cookie);
	nla_put_u32(msg, HWSIM_ATTR_SIGNAL,
		    (uint32_t)(acked ? (int)lround(ack_dbm) : 0));
	nla_put(msg, HWSIM_ATTR_TX_INFO, sizeof(rates), rates);
	send_request(hwsim, msg);
}

struct hwsim *hwsim_open(void)
{
	struct hwsim *hwsim = calloc(1, sizeof(*hwsim));
	int size = RECEIVE_BUFFER, err;

	if (!hwsim)
		return NULL;
	hwsim->tail = &hwsim->kept;
	hwsim->sock = nl_socket_alloc();
	if (!hwsim->sock || genl_connect(hwsim->sock)) {
		fprintf(stderr, "medium: cannot open a netlink socket\n");
		hwsim_close(hwsim);
		return NULL;
	}
	hwsim->family = genl_ctrl_resolve(hwsim->sock, HWSIM_FAMILY);
	if (hwsim->family < 0) {
		fprintf(stderr, "medium: mac80211_hwsim is not loaded\n");
		hwsim_close(hwsim);
		return NULL;
	}
	err = nl_send_sync(hwsim->sock, request(hwsim, HWSIM_CMD_REGISTER));
	if (err < 0) {
		fprintf(stderr, "medium: cannot register: %s\n",
			err == -NLE_BUSY ? "another medium is running"
					 : nl_geterror(err));
		hwsim_close(hwsim);
		return NULL;
	}
	nl_socket_disable_auto_ack(hwsim->sock);
	nl_socket_set_nonblocking(hwsim->sock);
	if (setsockopt(hwsim_fd(hwsim), SOL_SOCKET, SO_RCVBUFFORCE, &size,
		       sizeof(size)))
		fprintf(stderr,
			"medium: cannot enlarge the receive buffer: %s\n",
			strerror(errno));
	return hwsim;
}

void hwsim_close(struct hwsim *hwsim)
{
	struct hwsim_message *message;

	if (!hwsim)
		return;
	while ((message = hwsim_take(hwsim))) {
		free(message->frame);
		free(message);
	}
	nl_socket_free(hwsim->sock);
	free(hwsim);
}

int hwsim_fd(const struct hwsim *hwsim)
{
	return nl_socket_get_fd(hwsim->sock);
}
