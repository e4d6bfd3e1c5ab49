# SPDX-License-Identifier: Apache-2.0
"""RateLimit: drops frames above a rate."""

from .base import Element, Handler

RATE_MAX = 1_000_000


class RateLimit(Element):
    """Passes a number of frames a second, and a burst after a silence.

    The bucket is the time when it will be full again (the generic cell rate algorithm). It does not
    move with the image, because it counts in its node's clock. So an image begins with a full
    bucket at each node.
    """

    USAGE = "RateLimit(FRAMES_PER_SECOND, BURST)"
    SUMMARY = "drops what is above FRAMES_PER_SECOND, with a BURST of frames"
    TYPES = """
#define LVNF_SECOND 1000000000ULL

struct lvnf_rate {
        __u32 frames_per_second;
        __u32 burst;
};

struct lvnf_bucket {
        struct bpf_spin_lock lock;
        __u64 full_at; /* when it will be full again */
};

/* Takes a frame out of the bucket. Returns false if it is empty. */
static __always_inline bool lvnf_rate_take(struct lvnf_bucket *bucket,
                                           struct lvnf_rate rate)
{
        __u64 interval = LVNF_SECOND / rate.frames_per_second;
        __u64 depth = interval * (rate.burst ? rate.burst - 1 : 0);
        __u64 now = bpf_ktime_get_ns(), start;
        bool is_taken;

        bpf_spin_lock(&bucket->lock);
        start = bucket->full_at > now ? bucket->full_at : now;
        is_taken = start - now <= depth;
        if (is_taken)
                bucket->full_at = start + interval;
        bpf_spin_unlock(&bucket->lock);
        return is_taken;
}
"""
    CODE = """
struct {
        __uint(type, BPF_MAP_TYPE_ARRAY);
        __uint(max_entries, 1);
        __type(key, __u32);
        __type(value, struct lvnf_bucket);
} lvnf_bucket_$number SEC(".maps");

static __always_inline int $name(struct __sk_buff *packet)
{
        struct lvnf_rate rate = { $frames, $burst }, *set = $rate;
        struct lvnf_bucket *bucket;
        __u64 *drops = $drops;
        __u32 only = 0;

        (void)packet;
        bucket = bpf_map_lookup_elem(&lvnf_bucket_$number, &only);
        if (!bucket)
                return LVNF_DROP;
        /* The handler is all 0 until the first frame. */
        if (set && set->frames_per_second)
                rate = *set;
        else if (set)
                *set = rate;
        if (lvnf_rate_take(bucket, rate))
                return 0;
        if (drops)
                __sync_fetch_and_add(drops, 1);
        return LVNF_DROP;
}
"""

    PRIVATE_MAPS = 1
    HANDLERS = {
        "rate": Handler(
            "frames_per_second and burst; 0 and before the first frame: the script's",
            "struct lvnf_rate",
        ),
        "drops": Handler("frames dropped; write 0 to reset it", "__u64"),
    }

    def read(self, arguments):
        self.expect_number_of(arguments, 2, 2)
        self.frames = self.integer(arguments[0], 1, RATE_MAX, "FRAMES_PER_SECOND")
        self.burst = self.integer(arguments[1], 1, RATE_MAX, "BURST")

    def values(self):
        return {"frames": self.frames, "burst": self.burst}
