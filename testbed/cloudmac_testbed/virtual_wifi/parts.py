# SPDX-License-Identifier: Apache-2.0
"""Lists the parts of the experiment."""
from .w1_throughput import Throughput
from .w2_round_trips import RoundTrips
from .w3_processor import Processor
from .w4_many import Many
from .w5_scans import Scans
from .w6_sleep import Sleep
from .w7_hostile import Hostile
from .w8_faults import Faults
from .w9_moves import Moves
from .w10_load import Load
from .w11_aggregation import Aggregation

PARTS = {
    part.name: part
    for part in (
        *(Throughput(), RoundTrips(), Processor(), Many(), Scans()),
        *(Sleep(), Hostile(), Faults(), Moves(), Load(), Aggregation()),
    )
}
"""Name -> part, in order."""
