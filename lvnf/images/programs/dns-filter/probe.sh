# Succeeds if the server on this machine answers a request for its version.
exec 3<>/dev/udp/127.0.0.1/53
printf '\x01\x02\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07version\x04bind\x00\x00\x10\x00\x03' >&3
[ "$(head -c 2 <&3 | od -An -tx1)" = " 01 02" ]
