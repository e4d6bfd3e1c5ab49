/* SPDX-License-Identifier: Apache-2.0 */
#include "packet_batch.h"

#include <errno.h>
#include <string.h>

void packet_batch_init(struct packet_batch *batch)
{
	memset(batch, 0, sizeof(*batch));
	batch->limit = PACKET_BATCH;
	for (unsigned int i = 0; i < PACKET_BATCH; i++) {
		batch->parts[i][0].iov_base = batch->heads[i];
		batch->messages[i].msg_hdr.msg_iov = batch->parts[i];
		batch->messages[i].msg_hdr.msg_iovlen = 2;
	}
}

void packet_batch_set_limit(struct packet_batch *batch, unsigned int limit)
{
	batch->limit = limit;
}

bool packet_batch_is_full(const struct packet_batch *batch)
{
	return batch->n >= batch->limit;
}

bool packet_batch_add(struct packet_batch *batch, const uint8_t *head,
		      size_t head_len, const uint8_t *body, size_t body_len,
		      struct tally *tally)
{
	struct iovec *parts = batch->parts[batch->n];

	if (packet_batch_is_full(batch) || head_len > PACKET_HEAD_MAX)
		return false;
	memcpy(parts[0].iov_base, head, head_len);
	parts[0].iov_len = head_len;
	/* An iovec has no const; sending does not write. */
	parts[1].iov_base = (void *)(uintptr_t)body;
	parts[1].iov_len = body_len;
	batch->messages[batch->n].msg_hdr.msg_name = NULL;
	batch->messages[batch->n].msg_hdr.msg_namelen = 0;
	batch->cookies[batch->n] = NULL;
	batch->parts_of_frame[batch->n] = false;
	batch->tallies[batch->n++] = tally;
	return true;
}

void packet_batch_set_cookie(struct packet_batch *batch, void *cookie)
{
	batch->cookies[batch->n - 1] = cookie;
}

void packet_batch_set_interface(struct packet_batch *batch, int ifindex)
{
	struct msghdr *header = &batch->messages[batch->n - 1].msg_hdr;
	struct sockaddr_ll *address = &batch->interfaces[batch->n - 1];

	*address = (struct sockaddr_ll){
		.sll_family = AF_PACKET,
		.sll_ifindex = ifindex,
	};
	header->msg_name = address;
	header->msg_namelen = sizeof(*address);
}

void packet_batch_set_part(struct packet_batch *batch)
{
	batch->parts_of_frame[batch->n - 1] = true;
}

static void report_sent(const struct packet_batch *batch, unsigned int index,
			int err)
{
	if (batch->cookies[index])
		batch->on_sent(batch->on_sent_arg, batch->cookies[index], err);
}

static enum drop_reason reason_of(int err)
{
	switch (err) {
	case EMSGSIZE:
		return DROP_MTU;
	case EAGAIN:
	case ENOBUFS:
		return DROP_TX_FULL;
	default:
		return DROP_TX_ERROR;
	}
}

int packet_batch_flush(struct packet_batch *batch, int fd, uint64_t *drops)
{
	unsigned int done = 0;
	int err = 0;

	while (done < batch->n) {
		int sent = sendmmsg(fd, batch->messages + done,
				    batch->n - done, MSG_DONTWAIT);

		for (int i = 0; i < sent; i++, done++) {
			struct tally *tally = batch->tallies[done];

			tally->frames += !batch->parts_of_frame[done];
			tally->bytes += batch->messages[done].msg_len;
			report_sent(batch, done, 0);
		}
		/* The kernel refused the first remaining frame. */
		if (sent < 0 && errno != EINTR) {
			err = errno;
			counters_drop(drops, reason_of(err), 1);
			report_sent(batch, done++, err);
		}
	}
	batch->n = 0;
	return err;
}
