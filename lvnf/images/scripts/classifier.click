// Between two ports: counts ARP and DNS, drops ICMP, passes all else.
// Handlers: arp=arp.count dns=dns.count dns_octets=dns.byte_count
kind :: Classifier(12/0806, 12/0800, -);
ip :: IPClassifier(udp and dst port 53, icmp, -);
arp, dns :: Counter;

in_0 -> kind;
kind [0] -> arp -> out_1;
kind [1] -> ip;
kind [2] -> out_1;
ip [0] -> dns -> out_1;
ip [1] -> Discard;
ip [2] -> out_1;
in_1 -> out_0;
