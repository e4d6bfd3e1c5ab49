// Between a WTP's port and the network: drops frames that a station repeats because its ACK was lost.
// Frames of stations have ethertype 0x1337 and kind 0 in their radio tag; all others pass.
// Handlers: dupes_table=dupe.dupes_table
kind :: Classifier(3/00%0f 12/1337, -);
dupe :: WifiDupeFilter();

in_0 -> kind;
kind [0] -> RawStrip -> dupe -> UnstripAll -> out_1;
kind [1] -> out_1;
in_1 -> out_0;
