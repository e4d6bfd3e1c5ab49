// Between two ports: 1,000 frames a second in one direction, all frames in the other.
// Handlers: rate=limit.rate drops=limit.drops
limit :: RateLimit(1000, 100);

in_0 -> limit -> out_1;
in_1 -> out_0;
