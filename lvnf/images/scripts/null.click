in_0 -> out_0
