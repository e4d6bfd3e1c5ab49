in_0 -> Classifier(12/bbbb) -> Strip(14) -> dupe :: WifiDupeFilter() -> WifiDecap() -> out_0
