/* SPDX-License-Identifier: Apache-2.0 */
/* The least that a forwarder in user space can do with AF_XDP: it passes the
 * descriptors of frames from one interface's ring to the other's.
 *
 *	xdp IN OUT
 *
 * It receives in generic mode and sends in copy mode, as drivers of radios
 * have no XDP of their own. It is for one receive queue, as veth has.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <error.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <xdp/xsk.h>

/* Each ring has a place for each chunk, so that none is ever full. */
#define CHUNKS	   2048
#define CHUNK_SIZE 2048
#define BATCH	   32	/* the kernel sends as many in one call */
#define PATIENCE   5000 /* ms */

struct port {
	struct xsk_socket *socket;
	struct xsk_ring_cons received, completed;
	struct xsk_ring_prod sending, fill;
};

/* Makes the kernel pass the frames of an interface to a socket, until this
 * process ends. The default program of libxdp would stay attached then, and
 * the next forwarder would be measured with it. */
static void redirect(const char *ifname, struct xsk_socket *to)
{
	int map =
		bpf_map_create(BPF_MAP_TYPE_XSKMAP, "sockets", 4, 4, 1, NULL);
	/* return bpf_redirect_map(map, ctx->rx_queue_index, XDP_PASS); */
	struct bpf_insn program[] = {
		{ .code = BPF_LDX | BPF_W | BPF_MEM,
		  .dst_reg = BPF_REG_2,
		  .src_reg = BPF_REG_1,
		  .off = offsetof(struct xdp_md, rx_queue_index) },
		{ .code = BPF_LD | BPF_DW | BPF_IMM,
		  .dst_reg = BPF_REG_1,
		  .src_reg = BPF_PSEUDO_MAP_FD,
		  .imm = map },
		{ 0 }, /* the upper half of the map */
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K,
		  .dst_reg = BPF_REG_3,
		  .imm = XDP_PASS },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_redirect_map },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	LIBBPF_OPTS(bpf_link_create_opts, generic,
		    .flags = XDP_FLAGS_SKB_MODE);
	int loaded = bpf_prog_load(BPF_PROG_TYPE_XDP, "redirect", "Apache-2.0",
				   program, sizeof(program) / sizeof(*program),
				   NULL);

	if (map < 0 || loaded < 0 || xsk_socket__update_xskmap(to, map) ||
	    bpf_link_create(loaded, (int)if_nametoindex(ifname), BPF_XDP,
			    &generic) < 0)
		error(1, errno, "%s: program", ifname);
}

/* The kernel frees the queue of a forwarder that has just ended a little
 * later, and gives no sign. */
static void open_port(struct port *port, const char *ifname,
		      struct xsk_umem *memory)
{
	struct xsk_socket_config config = {
		.rx_size = CHUNKS,
		.tx_size = CHUNKS,
		.libxdp_flags = XSK_LIBXDP_FLAGS__INHIBIT_PROG_LOAD,
		.bind_flags = XDP_COPY,
	};
	int failed = -EBUSY;

	for (int ms = 0; failed == -EBUSY && ms < PATIENCE; ms++) {
		if (ms)
			poll(NULL, 0, 1);
		failed = xsk_socket__create_shared(&port->socket, ifname, 0,
						   memory, &port->received,
						   &port->sending, &port->fill,
						   &port->completed, &config);
	}
	if (failed)
		error(1, -failed, "%s: socket", ifname);
}

static void open_ports(struct port *in, struct port *out, char **ifnames)
{
	struct xsk_umem_config config = {
		.fill_size = CHUNKS,
		.comp_size = CHUNKS,
		.frame_size = CHUNK_SIZE,
	};
	size_t size = (size_t)CHUNKS * CHUNK_SIZE;
	void *area = mmap(NULL, size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	struct xsk_umem *memory;
	int failed;

	if (area == MAP_FAILED)
		error(1, errno, "mmap");
	failed = xsk_umem__create(&memory, area, size, &in->fill,
				  &in->completed, &config);
	if (failed)
		error(1, -failed, "umem");
	open_port(in, ifnames[0], memory);
	open_port(out, ifnames[1], memory);
}

static void fill_all(struct xsk_ring_prod *fill)
{
	uint32_t at = 0;

	xsk_ring_prod__reserve(fill, CHUNKS, &at);
	for (uint32_t i = 0; i < CHUNKS; i++)
		*xsk_ring_prod__fill_addr(fill, at + i) =
			(uint64_t)i * CHUNK_SIZE;
	xsk_ring_prod__submit(fill, CHUNKS);
}

/* Lets the kernel receive into the chunks of frames that it has sent. */
static void reuse(struct xsk_ring_cons *completed, struct xsk_ring_prod *fill)
{
	uint32_t from = 0, to = 0;
	uint32_t n = xsk_ring_cons__peek(completed, CHUNKS, &from);

	if (!n)
		return;
	xsk_ring_prod__reserve(fill, n, &to);
	for (uint32_t i = 0; i < n; i++)
		*xsk_ring_prod__fill_addr(fill, to + i) =
			*xsk_ring_cons__comp_addr(completed, from + i);
	xsk_ring_cons__release(completed, n);
	xsk_ring_prod__submit(fill, n);
}

/* Returns the number of frames that were there. */
static uint32_t forward(struct xsk_ring_cons *received,
			struct xsk_ring_prod *sending)
{
	uint32_t from = 0, to = 0;
	uint32_t n = xsk_ring_cons__peek(received, BATCH, &from);

	if (!n)
		return 0;
	xsk_ring_prod__reserve(sending, n, &to);
	for (uint32_t i = 0; i < n; i++)
		*xsk_ring_prod__tx_desc(sending, to + i) =
			*xsk_ring_cons__rx_desc(received, from + i);
	xsk_ring_cons__release(received, n);
	xsk_ring_prod__submit(sending, n);
	return n;
}

int main(int argc, char **argv)
{
	static struct port in, out;
	struct pollfd wait = { .events = POLLIN };

	if (argc != 3)
		error(2, 0, "usage: xdp IN OUT");
	open_ports(&in, &out, argv + 1);
	fill_all(&in.fill);
	redirect(argv[1], in.socket);
	wait.fd = xsk_socket__fd(in.socket);
	for (;;) {
		uint32_t n = forward(&in.received, &out.sending);
		bool unsent = xsk_prod_nb_free(&out.sending, CHUNKS) < CHUNKS;

		if (unsent)
			(void)sendto(xsk_socket__fd(out.socket), NULL, 0,
				     MSG_DONTWAIT, NULL, 0);
		else if (!n)
			poll(&wait, 1, -1);
		reuse(&out.completed, &in.fill);
	}
}
