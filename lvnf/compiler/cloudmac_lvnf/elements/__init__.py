# SPDX-License-Identifier: Apache-2.0
"""The classes of elements, by the names that scripts use."""

from .classifier import Classifier
from .counter import Counter
from .discard import Discard
from .ip_classifier import IPClassifier
from .null import Null
from .rate_limit import RateLimit
from .raw_strip import RawStrip
from .strip import Strip
from .unstrip_all import UnstripAll
from .wifi_decap import WifiDecap
from .wifi_dupe_filter import WifiDupeFilter

CLASSES = {
    found.__name__: found
    for found in (
        *(Null, Counter, Discard, Classifier, IPClassifier, Strip, RawStrip, UnstripAll),
        *(RateLimit, WifiDupeFilter, WifiDecap),
    )
}
