-- SPDX-License-Identifier: Apache-2.0
--
-- Dissector of the CloudMAC wire format (../SPECIFICATION.md) for Wireshark and tshark.
--
-- Frames (ethertype 0x1337): cloudmac.* shows the radio tag in the Ethernet addresses.
-- Wireshark's own dissectors show radiotap and 802.11.
-- Announcements (0x1338): cloudmac.announce.*.
-- Chain of rates in radiotap's vendor namespace: cloudmac.chain.*, one per stage. The token of a
-- TX status: cloudmac.token. Survey reports: cloudmac.survey.*. Messages of virtual stations:
-- cloudmac.vsta.*.
-- Segments: cloudmac.segment.*. The frame is shown at its last segment.
-- A frame that a receiver would drop has cloudmac.error, the name of the error.
--
-- A capture does not have the direction of a frame. The address whose first octet is
-- 0x12 is the tag. If both begin so (a station may have such an address), the frame is
-- downlink if its outer destination is 802.11 address 1. The preference
-- cloudmac.direction overrides this.

local frames = Proto("cloudmac", "CloudMAC")
local announcements = Proto("cloudmac.announce", "CloudMAC announcement")

local ETHERTYPE, ETHERTYPE_ANNOUNCE, ETHERTYPE_VLAN = 0x1337, 0x1338, 0x8100
local TAG_OCTET0 = 0x12
local LEVEL_NONE = -128
local TX_FAIL = 0x01
local RADIOTAP_MIN, RADIOTAP_MAX = 8, 256
local IEEE80211_MIN, IEEE80211_MAX = 10, 11454
local SEGMENT_OCTET0, SEGMENT_HEAD = 0x53, 12
local SEGMENT_SIZE_MIN, SEGMENTS_MAX = 512, 16
local CONTENT_MAX = RADIOTAP_MAX + IEEE80211_MAX
local CHAIN_OUI, CHAIN_SUBNS = 0x121337, 1
local TOKEN_SUBNS, TOKEN_LENGTH = 3, 4
local NAMESPACE_HEAD, STAGE_LENGTH, STAGES_MAX = 6, 4, 4
local HT_MCS_MAX, VHT_MCS_MAX, VHT_NSS_MAX = 76, 11, 8
local ADDRESS_LENGTH = 6
local SURVEY_HEAD, SURVEY_LENGTH = 24, 68
local SURVEY_CONTROL, SURVEY_CATEGORY, SURVEY_TYPE = 0xe000, 127, 1
local VSTA_HEAD, VSTA_CONTROL, VSTA_CATEGORY = 24, 0xe000, 127
local VSTA_HELLO, VSTA_SCAN, VSTA_DONE = 2, 3, 4
local VSTA_FREQUENCIES_MAX, VSTA_SSIDS_MAX, VSTA_SSID_MAX = 60, 4, 32
local ANNOUNCE_HEAD = 12
local INTERVAL_MIN, INTERVAL_MAX = 100, 60000
local NAME_MAX = 63
local RADIO_LENGTH, RADIOS_MAX = 14, 16

local kinds = { [0] = "frame", [1] = "TX status", [2] = "neighbour or survey",
  [3] = "message of a virtual station" }
local rate_kinds = { [0] = "the radio's choice", [1] = "legacy", [2] = "HT", [3] = "VHT" }
local widths = { [0] = "20 MHz", [1] = "40 MHz", [2] = "80 MHz", [3] = "160 MHz" }
local message_types = { [2] = "hello", [3] = "scan", [4] = "scan done" }
local scan_status = { [0] = "done", [1] = "aborted", [2] = "refused" }
local element_types = { [1] = "name", [2] = "control IPv4", [3] = "control IPv6", [4] = "radio" }

local f = {
  direction = ProtoField.string("cloudmac.direction", "Direction"),
  station = ProtoField.ether("cloudmac.station", "Station"),
  version = ProtoField.uint8("cloudmac.version", "Version octet", base.HEX),
  power = ProtoField.int8("cloudmac.power", "Transmit power (dBm)"),
  signal = ProtoField.int8("cloudmac.signal", "Signal (dBm)"),
  rate = ProtoField.uint8("cloudmac.rate", "Rate (500 kb/s)"),
  priority = ProtoField.uint8("cloudmac.priority", "User priority", base.DEC, nil, 0xe0),
  request = ProtoField.bool("cloudmac.request", "Requests neighbours", 8, nil, 0x10),
  kind = ProtoField.uint8("cloudmac.kind", "Kind", base.DEC, kinds, 0x0f),
  vap = ProtoField.uint16("cloudmac.vap", "VAP id", base.HEX),
  radiotap_length = ProtoField.uint16("cloudmac.radiotap_length", "Radiotap length"),
  header_length = ProtoField.uint16("cloudmac.header_length", "802.11 header length"),
  frame_length = ProtoField.uint16("cloudmac.frame_length", "802.11 frame length"),
  error = ProtoField.string("cloudmac.error", "Error"),
  chain_kind = ProtoField.uint8("cloudmac.chain.kind", "Kind", base.DEC, rate_kinds, 0x03),
  chain_width = ProtoField.uint8("cloudmac.chain.width", "Width", base.DEC, widths, 0x0c),
  chain_short_gi = ProtoField.bool("cloudmac.chain.short_gi", "Short GI", 8, nil, 0x10),
  chain_rts = ProtoField.bool("cloudmac.chain.rts", "RTS", 8, nil, 0x20),
  chain_cts = ProtoField.bool("cloudmac.chain.cts", "CTS to itself", 8, nil, 0x40),
  chain_short_preamble = ProtoField.bool("cloudmac.chain.short_preamble",
    "Short preamble", 8, nil, 0x80),
  chain_rate = ProtoField.uint8("cloudmac.chain.rate", "Rate (500 kb/s)"),
  chain_ht_mcs = ProtoField.uint8("cloudmac.chain.ht_mcs", "MCS"),
  chain_vht_mcs = ProtoField.uint8("cloudmac.chain.vht_mcs", "MCS", base.DEC, nil, 0xf0),
  chain_nss = ProtoField.uint8("cloudmac.chain.nss", "Streams", base.DEC, nil, 0x0f),
  token = ProtoField.uint32("cloudmac.token", "Token of the TX status", base.HEX),
  survey_flags = ProtoField.uint8("cloudmac.survey.flags", "Values", base.HEX),
  survey_frequency = ProtoField.uint16("cloudmac.survey.frequency", "Frequency (MHz)"),
  survey_noise = ProtoField.int8("cloudmac.survey.noise", "Noise (dBm)"),
  survey_time = ProtoField.uint64("cloudmac.survey.time", "On the channel (ms)"),
  survey_busy = ProtoField.uint64("cloudmac.survey.busy", "Busy (ms)"),
  survey_tx = ProtoField.uint64("cloudmac.survey.tx", "Transmitting (ms)"),
  survey_rx = ProtoField.uint64("cloudmac.survey.rx", "Receiving (ms)"),
  vsta_type = ProtoField.uint8("cloudmac.vsta.type", "Type", base.DEC, message_types),
  vsta_awake = ProtoField.bool("cloudmac.vsta.awake", "Awake", 8, nil, 0x01),
  vsta_associated = ProtoField.bool("cloudmac.vsta.associated", "Associated", 8, nil, 0x02),
  vsta_frequency = ProtoField.uint16("cloudmac.vsta.frequency", "Frequency (MHz)"),
  vsta_bssid = ProtoField.ether("cloudmac.vsta.bssid", "BSSID"),
  vsta_ssid = ProtoField.bytes("cloudmac.vsta.ssid", "SSID"),
  vsta_scan_id = ProtoField.uint16("cloudmac.vsta.scan_id", "Scan id"),
  vsta_active = ProtoField.bool("cloudmac.vsta.active", "Active", 8, nil, 0x01),
  vsta_fresh = ProtoField.bool("cloudmac.vsta.fresh", "No answers from memory", 8, nil, 0x02),
  vsta_status = ProtoField.uint8("cloudmac.vsta.status", "Status", base.DEC, scan_status),
  vsta_visited = ProtoField.uint8("cloudmac.vsta.visited", "Frequencies visited"),
  vsta_remembered = ProtoField.uint8("cloudmac.vsta.remembered", "Frequencies from memory"),
  segment_index = ProtoField.uint8("cloudmac.segment.index", "Index"),
  segment_count = ProtoField.uint8("cloudmac.segment.count", "Number of segments"),
  segment_total = ProtoField.uint16("cloudmac.segment.total", "Length of the whole content"),
  segment_size = ProtoField.uint16("cloudmac.segment.size", "Size of each but the last"),
  segment_id = ProtoField.uint32("cloudmac.segment.id", "Frame id", base.HEX),
  segment_content = ProtoField.bytes("cloudmac.segment.content", "Content"),
  chain_tries = ProtoField.uint8("cloudmac.chain.tries", "Tries"),
  chain_changed = ProtoField.bool("cloudmac.chain.changed", "Not as asked for", 8, nil, 0x01),
}
frames.fields = f

local a = {
  version = ProtoField.uint8("cloudmac.announce.version", "Version"),
  flags = ProtoField.uint8("cloudmac.announce.flags", "Flags", base.HEX),
  length = ProtoField.uint16("cloudmac.announce.length", "Length of elements"),
  wtp = ProtoField.ether("cloudmac.announce.wtp", "WTP id"),
  interval = ProtoField.uint16("cloudmac.announce.interval", "Interval (ms)"),
  padding = ProtoField.bytes("cloudmac.announce.padding", "Padding"),
  type = ProtoField.uint8("cloudmac.announce.element.type", "Type", base.DEC, element_types),
  size = ProtoField.uint8("cloudmac.announce.element.length", "Length"),
  value = ProtoField.bytes("cloudmac.announce.element.value", "Value"),
  name = ProtoField.string("cloudmac.announce.name", "Name", base.UNICODE),
  ipv4 = ProtoField.ipv4("cloudmac.announce.ipv4", "Control address"),
  ipv4_port = ProtoField.uint16("cloudmac.announce.ipv4_port", "Control port"),
  ipv6 = ProtoField.ipv6("cloudmac.announce.ipv6", "Control address"),
  ipv6_port = ProtoField.uint16("cloudmac.announce.ipv6_port", "Control port"),
  index = ProtoField.uint8("cloudmac.announce.radio.index", "Index"),
  address = ProtoField.ether("cloudmac.announce.radio.address", "Address"),
  frequency = ProtoField.uint16("cloudmac.announce.radio.frequency", "Frequency (MHz)"),
  max_power = ProtoField.int8("cloudmac.announce.radio.max_power", "Maximum power (dBm)"),
  power = ProtoField.int8("cloudmac.announce.radio.power", "Power (dBm)"),
  radio_flags = ProtoField.uint8("cloudmac.announce.radio.flags", "Flags", base.HEX),
  active_monitor = ProtoField.bool("cloudmac.announce.radio.active_monitor",
    "Active monitor", 8, nil, 0x01),
  per_frame_rate = ProtoField.bool("cloudmac.announce.radio.per_frame_rate",
    "Rate per frame", 8, nil, 0x02),
  per_frame_power = ProtoField.bool("cloudmac.announce.radio.per_frame_power",
    "Power per frame", 8, nil, 0x04),
  serves_stations = ProtoField.bool("cloudmac.announce.radio.serves_stations",
    "Serves virtual stations", 8, nil, 0x08),
  width = ProtoField.uint8("cloudmac.announce.radio.width", "Width", base.DEC, {
    [0] = "unknown", [1] = "20 MHz without HT", [2] = "20 MHz", [3] = "40 MHz, secondary above",
    [4] = "40 MHz, secondary below", [5] = "80 MHz" }, 0x70),
  max_leases = ProtoField.uint8("cloudmac.announce.radio.max_leases", "ACK leases at most"),
  bands = ProtoField.uint8("cloudmac.announce.radio.bands", "Bands", base.HEX),
  band_2 = ProtoField.bool("cloudmac.announce.radio.band_2ghz", "2.4 GHz", 8, nil, 0x01),
  band_5 = ProtoField.bool("cloudmac.announce.radio.band_5ghz", "5 GHz", 8, nil, 0x02),
  band_6 = ProtoField.bool("cloudmac.announce.radio.band_6ghz", "6 GHz", 8, nil, 0x04),
}
announcements.fields = a

local malformed = ProtoExpert.new("cloudmac.malformed", "Malformed",
  expert.group.MALFORMED, expert.severity.ERROR)
local no_message = ProtoExpert.new("cloudmac.vsta.malformed", "Malformed message",
  expert.group.MALFORMED, expert.severity.WARN)
local ambiguous = ProtoExpert.new("cloudmac.ambiguous", "Both addresses look like a tag",
  expert.group.PROTOCOL, expert.severity.NOTE)
frames.experts = { malformed, no_message, ambiguous }

frames.prefs.direction = Pref.enum("Direction", 0, "Which address carries the radio tag", {
  { 1, "auto", 0 }, { 2, "downlink", 1 }, { 3, "uplink", 2 },
}, false)

local eth_dst = Field.new("eth.dst")
local eth_src = Field.new("eth.src")
local eth_type = Field.new("eth.type")
local vlan_type = Field.new("vlan.etype")
local vlan_id = Field.new("vlan.id")
local tx_flags = Field.new("radiotap.txflags")
local vendor_oui = Field.new("radiotap.vendor_oui")
local radiotap_dissector = Dissector.get("radiotap")
local data_dissector = Dissector.get("data")

-- Returns the range of the innermost occurrence of a field, or nil.
local function innermost(field)
  local all = { field() }
  return #all > 0 and all[#all].range or nil
end

local function octet(range, at)
  return range:range(at, 1):uint()
end

local function bit_set(value, bit)
  return math.floor(value / bit) % 2 == 1
end

local function is_null(range)
  return range:bytes():tohex():find("^0*$") ~= nil
end

local function is_group(address)
  return bit_set(octet(address, 0), 1)
end

local function same(one, other)
  return one:bytes() == other:bytes()
end

-- Returns an error text if more than one 802.1Q tag precedes the ethertype, or nil.
-- Wireshark itself accepts any number of tags.
local function extra_tags(ethertype)
  local outer = innermost(eth_type)
  local kind = outer and outer:uint()
  if kind == ethertype then
    return nil
  elseif kind ~= ETHERTYPE_VLAN then
    return string.format("under ethertype 0x%04x", kind or 0)
  end
  local inner = { vlan_type() }
  return #inner > 1 and inner[#inner - 1].value == ETHERTYPE_VLAN and "two VLAN tags" or nil
end

-- Adds the error for which a receiver would drop the frame.
local function refuse(tree, pinfo, reason, detail)
  tree:add(f.error, reason):set_generated()
  tree:add_proto_expert_info(malformed, reason .. ": " .. detail)
  pinfo.cols.info:append(" [" .. reason .. ": " .. detail .. "]")
end

-- Returns the length of the 802.11 header, or nil if 'frame' is shorter or not carried.
local function header_length(frame, length)
  if length < IEEE80211_MIN then
    return nil
  end
  local first, flags = octet(frame, 0), octet(frame, 1)
  local version, kind, subtype = first % 4, math.floor(first / 4) % 4, math.floor(first / 16)
  local order = bit_set(flags, 0x80)
  local need
  if version ~= 0 or kind == 3 then
    return nil
  elseif kind == 0 then
    need = order and 28 or 24
  elseif kind == 1 then
    need = (subtype == 12 or subtype == 13) and 10 or 16
  else
    need = flags % 4 == 3 and 30 or 24
    if subtype >= 8 then
      need = need + (order and 6 or 2)
    end
  end
  return length >= need and need or nil
end

-- Checks if 802.11 address 1 is the outer destination, as on the downlink.
local function receiver_is(tvb, destination)
  local at = tvb:len() >= 4 and tvb:range(2, 2):le_uint() + 4 or 0
  return at > 4 and tvb:len() >= at + 6 and same(tvb:range(at, 6), destination)
end

-- Returns the direction, by preference or by the place of the tag, and whether it is
-- ambiguous.
local function find_direction(tvb, destination, source)
  local preference = frames.prefs.direction
  if preference > 0 then
    return preference == 1 and "downlink" or "uplink", false
  end
  local down, up = octet(source, 0) == TAG_OCTET0, octet(destination, 0) == TAG_OCTET0
  if down and up then
    return receiver_is(tvb, destination) and "downlink" or "uplink", true
  elseif up then
    return "uplink", false
  end
  return down and "downlink" or nil, false
end

local function add_level(tree, down, range)
  local item = tree:add(down and f.power or f.signal, range)
  if range:int() == LEVEL_NONE then
    item:append_text(down and " (the WTP decides)" or " (unknown)")
  end
end

local function add_rate(tree, range)
  local rate = range:uint()
  tree:add(f.rate, range):append_text(
    rate == 0 and " (as in radiotap)" or string.format(" (%.1f Mb/s)", rate / 2))
end

-- Adds the fields of the tag. Returns error and detail if a receiver would drop the
-- frame, and the kind.
local function add_tag(tree, tag, direction)
  tree:add(f.version, tag:range(0, 1))
  if octet(tag, 0) ~= TAG_OCTET0 then
    return "version", string.format("tag octet 0 is 0x%02x", octet(tag, 0))
  end
  add_level(tree, direction == "downlink", tag:range(1, 1))
  add_rate(tree, tag:range(2, 1))
  local last = tag:range(3, 1)
  tree:add(f.priority, last)
  tree:add(f.request, last)
  tree:add(f.kind, last)
  tree:add(f.vap, tag:range(4, 2))
  local kind = last:uint() % 16
  if not kinds[kind] then
    return "kind", kind .. " is reserved"
  elseif (kind == 1 or kind == 2) and direction == "downlink" then
    return "kind", string.format("a %s is only sent uplink", kinds[kind])
  end
end

-- Adds the lengths of radiotap and 802.11. Returns error and detail as add_tag() does.
local function add_lengths(tree, tvb)
  local left = tvb:len()
  if left < RADIOTAP_MIN then
    return "short", left .. " octets are too few for radiotap"
  end
  local length = tvb:range(2, 2):le_uint()
  tree:add_le(f.radiotap_length, tvb:range(2, 2))
  if octet(tvb, 0) ~= 0 then
    return "radiotap", "version " .. octet(tvb, 0)
  elseif length < RADIOTAP_MIN or length > RADIOTAP_MAX or length > left then
    return "radiotap", string.format("length %d, %d octets follow", length, left)
  end
  left = left - length
  local header = left > 0 and header_length(tvb:range(length), left)
  if not header or left > IEEE80211_MAX then
    return "80211", left .. " octets"
  end
  tree:add(f.header_length, tvb:range(length, header), header):set_generated()
  tree:add(f.frame_length, tvb:range(length), left):set_generated()
end

-- Checks if the rate in a stage's first two octets exists.
local function rate_exists(first, number)
  local kind, width = first % 4, math.floor(first / 4) % 4
  local mcs, nss = math.floor(number / 16), number % 16
  if kind == 1 then
    return number > 0
  elseif kind == 2 then
    return number <= HT_MCS_MAX and width <= 1
  end
  return kind == 0 or mcs <= VHT_MCS_MAX and nss > 0 and nss <= VHT_NSS_MAX
end

-- Returns the stages of the chain whose namespace begins at 'at', or nil if it is no
-- valid chain. 'limit' is the end of the radiotap header.
local function chain_stages(tvb, at, limit)
  if at + NAMESPACE_HEAD + 1 > limit or tvb:range(at, 3):uint() ~= CHAIN_OUI
    or octet(tvb, at + 3) ~= CHAIN_SUBNS then
    return nil
  end
  local length, count = tvb:range(at + 4, 2):le_uint(), octet(tvb, at + NAMESPACE_HEAD) % 8
  if at + NAMESPACE_HEAD + length > limit or count < 1 or count > STAGES_MAX
    or length < 1 + count * STAGE_LENGTH then
    return nil
  end
  local stages = {}
  for i = 0, count - 1 do
    local stage = tvb:range(at + NAMESPACE_HEAD + 1 + i * STAGE_LENGTH, STAGE_LENGTH)
    if not rate_exists(octet(stage, 0), octet(stage, 1)) then
      return nil
    end
    stages[#stages + 1] = stage
  end
  return stages
end

local function add_stage(tree, stage, number)
  local first, rate = stage:range(0, 1), stage:range(1, 1)
  local kind = octet(stage, 0) % 4
  local branch = tree:add(stage, string.format("Stage %d: %d tries", number, octet(stage, 2)))
  branch:add(f.chain_kind, first)
  branch:add(f.chain_width, first)
  branch:add(f.chain_short_gi, first)
  branch:add(f.chain_rts, first)
  branch:add(f.chain_cts, first)
  branch:add(f.chain_short_preamble, first)
  if kind == 1 then
    branch:add(f.chain_rate, rate):append_text(string.format(" (%.1f Mb/s)", rate:uint() / 2))
  elseif kind == 2 then
    branch:add(f.chain_ht_mcs, rate)
  elseif kind == 3 then
    branch:add(f.chain_vht_mcs, rate)
    branch:add(f.chain_nss, rate)
  end
  branch:add(f.chain_tries, stage:range(2, 1))
  branch:add(f.chain_changed, stage:range(3, 1))
end

-- Adds the token of the namespace that begins at 'at'. Returns false if it has none.
local function add_token(tree, tvb, at, limit)
  local start = at + NAMESPACE_HEAD
  if start + TOKEN_LENGTH > limit or tvb:range(at, 3):uint() ~= CHAIN_OUI
    or octet(tvb, at + 3) ~= TOKEN_SUBNS then
    return false
  end
  local length = tvb:range(at + 4, 2):le_uint()
  if length < TOKEN_LENGTH or start + length > limit then
    return false
  end
  tree:add_le(f.token, tvb:range(start, TOKEN_LENGTH))
  return true
end

-- Adds chain and token, which the radiotap dissector shows as vendor namespaces.
local function add_namespaces(tree, tvb)
  local has_chain, has_token = false, false
  for _, oui in ipairs({ vendor_oui() }) do
    local at, limit = oui.offset - tvb:offset(), tvb:range(2, 2):le_uint()
    has_token = has_token or add_token(tree, tvb, at, limit)
    local stages = not has_chain and chain_stages(tvb, at, limit)
    if stages then
      has_chain = true
      local chain = tree:add(tvb:range(at, limit - at), "Chain of rates")
      for number, stage in ipairs(stages) do
        add_stage(chain, stage, number)
      end
    end
  end
end

-- The values of a report: bit of its flag, field, offset and length in the body.
local survey_values = {
  { 0x01, f.survey_noise, 8, 1 },
  { 0x02, f.survey_time, 12, 8 },
  { 0x04, f.survey_busy, 20, 8 },
  { 0x08, f.survey_tx, 28, 8 },
  { 0x10, f.survey_rx, 36, 8 },
}

-- Checks if the 802.11 frame in 'tvb' is a survey report for the VAP of the tag.
local function is_survey(tvb, tag, station)
  if tvb:len() ~= SURVEY_LENGTH or tvb:range(0, 2):uint() ~= SURVEY_CONTROL then
    return false
  end
  local receiver = tvb:range(4, ADDRESS_LENGTH)
  local body = tvb:range(SURVEY_HEAD)
  return not is_group(receiver) and same(receiver, tvb:range(16, ADDRESS_LENGTH))
    and same(receiver:range(4, 2), tag:range(4, 2))
    and same(tvb:range(10, ADDRESS_LENGTH), station)
    and octet(body, 0) == SURVEY_CATEGORY and body:range(1, 3):uint() == CHAIN_OUI
    and octet(body, 4) == SURVEY_TYPE and octet(body, 5) % 32 > 0
    and body:range(6, 2):le_uint() > 0
end

-- Adds the values of a report. 'body' follows the 802.11 header.
local function add_survey(tree, body)
  local flags = octet(body, 5)
  local branch = tree:add(body, "Survey report")
  branch:add(f.survey_flags, body:range(5, 1))
  branch:add_le(f.survey_frequency, body:range(6, 2))
  for _, value in ipairs(survey_values) do
    local bit, field, at, length = value[1], value[2], value[3], value[4]
    if bit_set(flags, bit) then
      branch:add_le(field, body:range(at, length))
    end
  end
end

-- Returns the type of the message in 'tvb', an 802.11 frame, or nil if header or addresses are
-- no message's. The virtual station is address 2 downlink, address 1 uplink.
local function message_type(tvb, tag, other, direction)
  if tvb:len() < VSTA_HEAD + 5 or tvb:range(0, 2):uint() ~= VSTA_CONTROL then
    return nil
  end
  local receiver, sender = tvb:range(4, ADDRESS_LENGTH), tvb:range(10, ADDRESS_LENGTH)
  local up, body = direction == "uplink", tvb:range(VSTA_HEAD)
  local station, id, kind = up and receiver or sender, tag:range(4, 2), octet(body, 4)
  local right = kind == VSTA_DONE
  if not up then
    right = kind == VSTA_HELLO or kind == VSTA_SCAN
  end
  return right and not is_group(station) and not is_null(station)
    and id:uint() ~= 0xffff and same(station:range(4, 2), id)
    and same(receiver, tvb:range(16, ADDRESS_LENGTH)) and same(other, up and sender or receiver)
    and (up or receiver:bytes():tohex():find("^F*$"))
    and octet(body, 0) == VSTA_CATEGORY and body:range(1, 3):uint() == CHAIN_OUI and kind or nil
end

-- Adds 'count' SSIDs from offset 'at' of 'body'. Returns false if one is too long.
local function add_ssids(tree, body, at, count)
  for _ = 1, count do
    local length = at < body:len() and octet(body, at) or VSTA_SSID_MAX + 1
    if length > VSTA_SSID_MAX or at + 1 + length > body:len() then
      return false
    end
    if length > 0 then
      local octets = body:range(at + 1, length)
      tree:add(f.vsta_ssid, octets):append_text(" (" .. octets:string() .. ")")
    else
      tree:add(body:range(at, 1), "SSID: empty")
    end
    at = at + 1 + length
  end
  return true
end

-- Adds the frequencies of a scan, from offset 10 of 'body'. Returns false if the format forbids
-- them.
local function add_frequencies(tree, body, count)
  local seen = { [0] = true }
  if count < 1 or count > VSTA_FREQUENCIES_MAX or 10 + 2 * count > body:len() then
    return false
  end
  for i = 0, count - 1 do
    local range = body:range(10 + 2 * i, 2)
    if seen[range:le_uint()] then
      return false
    end
    seen[range:le_uint()] = true
    tree:add_le(f.vsta_frequency, range)
  end
  return true
end

-- Each function adds the fields of one type of message. It returns false if the body is malformed.
local messages = {}

messages[VSTA_HELLO] = function(tree, body)
  if body:len() < 15 or is_group(body:range(8, ADDRESS_LENGTH)) then
    return false
  end
  tree:add(f.vsta_awake, body:range(5, 1))
  tree:add(f.vsta_associated, body:range(5, 1))
  tree:add_le(f.vsta_frequency, body:range(6, 2))
  tree:add(f.vsta_bssid, body:range(8, ADDRESS_LENGTH))
  return add_ssids(tree, body, 14, 1)
end

messages[VSTA_SCAN] = function(tree, body)
  if body:len() < 10 or body:range(6, 2):uint() == 0 or octet(body, 9) > VSTA_SSIDS_MAX then
    return false
  end
  tree:add(f.vsta_active, body:range(5, 1))
  tree:add(f.vsta_fresh, body:range(5, 1))
  tree:add_le(f.vsta_scan_id, body:range(6, 2))
  local frequencies, ssids = octet(body, 8), octet(body, 9)
  return add_frequencies(tree, body, frequencies)
    and add_ssids(tree, body, 10 + 2 * frequencies, ssids)
end

messages[VSTA_DONE] = function(tree, body)
  if body:len() < 14 or body:range(6, 2):uint() == 0 or not scan_status[octet(body, 5)] then
    return false
  end
  tree:add(f.vsta_status, body:range(5, 1))
  tree:add_le(f.vsta_scan_id, body:range(6, 2))
  tree:add(f.vsta_visited, body:range(8, 1))
  tree:add(f.vsta_remembered, body:range(9, 1))
  return true
end

-- Adds the message in 'tvb'. Returns the text for the column of information.
local function add_message(tree, tvb, tag, other, direction)
  local kind = message_type(tvb, tag, other, direction)
  if kind then
    local body = tvb:range(VSTA_HEAD)
    local branch = tree:add(body, "Message: " .. message_types[kind])
    branch:add(f.vsta_type, body:range(4, 1))
    if messages[kind](branch, body) then
      return "virtual station: " .. message_types[kind]
    end
  end
  tree:add_proto_expert_info(no_message)
  return "virtual station: malformed message"
end

-- Returns the number of segments, or 0 if the format forbids it.
local function segment_count(total, size)
  if total > CONTENT_MAX or size < SEGMENT_SIZE_MIN then
    return 0
  end
  local count = math.ceil(total / size)
  return count >= 2 and count <= SEGMENTS_MAX and count or 0
end

-- The contents of incomplete frames, by their identity; and the whole ones, by the number of the
-- packet that completed them.
local partials, wholes = {}, {}

function frames.init()
  partials, wholes = {}, {}
end

-- Adds the content of a segment. Returns the whole content if this packet completes it.
local function reassemble(pinfo, identity, index, count, content)
  if pinfo.visited then
    return wholes[pinfo.number]
  end
  local parts = partials[identity] or { n = 0 }
  partials[identity] = parts
  if parts[index] then
    return nil
  end
  parts[index], parts.n = content, parts.n + 1
  if parts.n < count then
    return nil
  end
  local whole = ByteArray.new()
  for at = 0, count - 1 do
    whole:append(parts[at])
  end
  partials[identity], wholes[pinfo.number] = nil, whole
  return whole
end

-- Adds the fields of a segment. Returns error and detail as add_tag() does, or nil, nil and the
-- whole content if this packet completes it.
local function add_segment(tree, tvb, pinfo, tag, station)
  local length = tvb:len()
  if length < SEGMENT_HEAD then
    return "segment", length .. " octets are too few for its header"
  end
  local branch = tree:add(tvb:range(0, SEGMENT_HEAD), "Segment")
  local index, total, size = octet(tvb, 1), tvb:range(2, 2):uint(), tvb:range(4, 2):uint()
  local count = segment_count(total, size)
  branch:add(f.segment_index, tvb:range(1, 1))
  branch:add(f.segment_count, tvb:range(2, 4), count):set_generated()
  branch:add(f.segment_total, tvb:range(2, 2))
  branch:add(f.segment_size, tvb:range(4, 2))
  branch:add(f.segment_id, tvb:range(8, 4))
  if octet(tag, 3) % 16 ~= 0 or is_group(station) then
    return "segment", "not of kind 0, or to a group"
  elseif index >= count then
    return "segment", string.format("index %d, %d of %d octets", index, size, total)
  end
  local part = math.min(size, total - index * size)
  if length - SEGMENT_HEAD < part then
    return "segment", string.format("%d octets, not %d", length - SEGMENT_HEAD, part)
  end
  local content = tvb:range(SEGMENT_HEAD, part)
  branch:add(f.segment_content, content)
  pinfo.cols.info = string.format("segment %d of %d", index + 1, count)
  local vlan = vlan_id()
  local identity = table.concat({
    station:bytes():tohex(), tag:range(4, 2):bytes():tohex(), vlan and vlan.value or "",
    tvb:range(8, 4):bytes():tohex(), tvb:range(2, 4):bytes():tohex(),
  }, " ")
  return nil, nil, reassemble(pinfo, identity, index, count, content:bytes())
end

function frames.dissector(tvb, pinfo, root)
  local destination, source = innermost(eth_dst), innermost(eth_src)
  if not destination or not source then
    return 0
  end
  local tree = root:add(frames, tvb:range(0, 0))
  pinfo.cols.protocol = "CloudMAC"
  pinfo.cols.info = "CloudMAC"

  local extra = extra_tags(ETHERTYPE)
  if extra then
    refuse(tree, pinfo, "ethertype", extra)
    return tvb:len()
  end
  local direction, guessed = find_direction(tvb, destination, source)
  if not direction then
    refuse(tree, pinfo, "version", "neither address is a tag")
    return tvb:len()
  end
  local tag = direction == "downlink" and source or destination
  local station = direction == "downlink" and destination or source
  tree:add(f.direction, direction):set_generated()
  if guessed then
    tree:add_proto_expert_info(ambiguous)
  end
  tree:add(f.station, station)
  local reason, detail = add_tag(tree:add(tag, "Radio tag"), tag, direction)
  if not reason and (is_null(station) or (direction == "uplink" and is_group(station))) then
    reason, detail = "address", "the station is null or a group"
  end
  if not reason and tvb:len() >= RADIOTAP_MIN and octet(tvb, 0) == SEGMENT_OCTET0 then
    local whole
    reason, detail, whole = add_segment(tree, tvb, pinfo, tag, station)
    if not reason and not whole then
      return tvb:len()
    elseif whole then
      tvb = whole:tvb("Reassembled CloudMAC frame")
    end
  end
  if not reason then
    reason, detail = add_lengths(tree, tvb)
  end
  if reason then
    refuse(tree, pinfo, reason, detail)
    if tvb:len() > 0 then
      data_dissector:call(tvb, pinfo, root)
    end
    return tvb:len()
  end

  pcall(radiotap_dissector.call, radiotap_dissector, tvb, pinfo, root)
  add_namespaces(tree, tvb)
  pinfo.cols.protocol = "CloudMAC"
  local kind = octet(tag, 3) % 16
  if kind == 0 then
    pinfo.cols.info:prepend(direction .. ": ")
  elseif kind == 2 then
    local content = tvb:range(tvb:range(2, 2):le_uint()):tvb()
    if is_survey(content, tag, station) then
      add_survey(tree, content:range(SURVEY_HEAD))
      pinfo.cols.info = "survey report"
    else
      pinfo.cols.info:prepend("neighbour: ")
    end
  elseif kind == 3 then
    local content = tvb:range(tvb:range(2, 2):le_uint()):tvb()
    pinfo.cols.info = add_message(tree, content, tag, station, direction)
  else
    -- The frame is a header without body, so LLC reports an error after the header.
    local flags = tx_flags()
    local failed = flags and bit_set(flags.value, TX_FAIL)
    pinfo.cols.info = failed and "TX status: no ACK" or "TX status: acknowledged"
  end
  return tvb:len()
end

-- Returns the length of the UTF-8 character in 'text' at 'at', or nil if there is none
-- or if it is a control character.
local function character_length(text, at)
  local first, second = text:byte(at, at + 1)
  if first < 0x80 then
    return first >= 0x20 and first ~= 0x7f and 1 or nil
  elseif first < 0xc2 or first > 0xf4 or not second then
    return nil
  end
  local length = first < 0xe0 and 2 or first < 0xf0 and 3 or 4
  local low = ({ [0xc2] = 0xa0, [0xe0] = 0xa0, [0xf0] = 0x90 })[first] or 0x80
  local high = ({ [0xed] = 0x9f, [0xf4] = 0x8f })[first] or 0xbf
  local rest = text:sub(at + 2, at + length - 1)
  if second < low or second > high or #rest ~= length - 2 or rest:find("[^\128-\191]") then
    return nil
  end
  return length
end

-- Each function adds the value of one element to the tree and returns an error text or
-- nil. 'seen' describes the elements before it.
local elements = {}

elements[1] = function(tree, value, length, seen)
  local text = length > 0 and value:raw() or ""
  local at = 1
  if length > 0 then
    tree:add_packet_field(a.name, value, ENC_UTF_8)
  end
  if length == 0 or length > NAME_MAX then
    return "name of " .. length .. " octets"
  elseif seen.name then
    return "two names"
  end
  seen.name = true
  while at <= length do
    local step = character_length(text, at)
    if not step then
      return "name is not UTF-8, or has control characters"
    end
    at = at + step
  end
end

local function control(name, address_length, group)
  return function(tree, value, length, seen)
    if length ~= address_length + 2 then
      return name .. " of " .. length .. " octets"
    end
    local address, port = value:range(0, address_length), value:range(address_length, 2)
    tree:add(a[name], address)
    tree:add(a[name .. "_port"], port)
    if seen[name] then
      return "two " .. name .. " addresses"
    end
    seen[name], seen.control = true, true
    if is_null(address) or octet(address, 0) >= group then
      return name .. " address is no host's"
    end
    return port:uint() == 0 and name .. " port is 0" or nil
  end
end

elements[2] = control("ipv4", 4, 224)
elements[3] = control("ipv6", 16, 255)

elements[4] = function(tree, value, length, seen)
  if length ~= RADIO_LENGTH then
    return "radio of " .. length .. " octets"
  end
  local address, flags, bands = value:range(1, 6), value:range(11, 1), value:range(13, 1)
  local index = octet(value, 0)
  tree:add(a.index, value:range(0, 1))
  tree:add(a.address, address)
  tree:add(a.frequency, value:range(7, 2))
  tree:add(a.max_power, value:range(9, 1))
  tree:add(a.power, value:range(10, 1))
  local flags_tree = tree:add(a.radio_flags, flags)
  flags_tree:add(a.active_monitor, flags)
  flags_tree:add(a.per_frame_rate, flags)
  flags_tree:add(a.per_frame_power, flags)
  flags_tree:add(a.serves_stations, flags)
  flags_tree:add(a.width, flags)
  tree:add(a.max_leases, value:range(12, 1))
  local bands_tree = tree:add(a.bands, bands)
  bands_tree:add(a.band_2, bands)
  bands_tree:add(a.band_5, bands)
  bands_tree:add(a.band_6, bands)
  if is_null(address) or is_group(address) then
    return "radio address is null or a group"
  elseif seen[index] then
    return "two radios of index " .. index
  end
  seen[index] = true
  seen.radios = seen.radios + 1
  return seen.radios > RADIOS_MAX and "more than 16 radios" or nil
end

-- Adds the elements in 'range' (nil: none). Returns the first error text, or nil.
local function add_elements(tree, range, length)
  local seen, wrong, at = { radios = 0 }, nil, 0
  while at < length do
    local size = at + 2 <= length and octet(range, at + 1)
    if not size or at + 2 + size > length then
      return wrong or "an element exceeds the end"
    end
    local number, all = octet(range, at), range:range(at, 2 + size)
    local subtree = tree:add(all, "Element: " .. (element_types[number] or "unknown"))
    local value = size > 0 and range:range(at + 2, size) or nil
    subtree:add(a.type, all:range(0, 1))
    subtree:add(a.size, all:range(1, 1))
    if elements[number] then
      local problem = elements[number](subtree, value, size, seen)
      wrong = wrong or problem
    elseif value then
      subtree:add(a.value, value)
    end
    at = at + 2 + size
  end
  return wrong or not seen.name and "no name" or not seen.control and "no control address"
    or seen.radios == 0 and "no radio" or nil
end

function announcements.dissector(tvb, pinfo, root)
  local tree = root:add(announcements, tvb:range(0, tvb:len()))
  local left = tvb:len() - ANNOUNCE_HEAD
  pinfo.cols.protocol = "CloudMAC"
  pinfo.cols.info = "WTP announcement"
  if left < 0 then
    refuse(tree, pinfo, "short", tvb:len() .. " octets")
    return tvb:len()
  end
  local extra = extra_tags(ETHERTYPE_ANNOUNCE)
  if extra then
    refuse(tree, pinfo, "ethertype", extra)
    return tvb:len()
  end
  local length, wtp, interval = tvb:range(2, 2), tvb:range(4, 6), tvb:range(10, 2)
  tree:add(a.version, tvb:range(0, 1))
  tree:add(a.flags, tvb:range(1, 1))
  tree:add(a.length, length)
  tree:add(a.wtp, wtp)
  tree:add(a.interval, interval)
  pinfo.cols.info:append(" " .. wtp:bytes():tohex(true, ":"))
  local size = length:uint()
  if octet(tvb, 0) ~= 1 then
    refuse(tree, pinfo, "version", "version " .. octet(tvb, 0))
    return tvb:len()
  elseif size > left then
    refuse(tree, pinfo, "short", string.format("elements of %d octets, %d follow", size, left))
    return tvb:len()
  end

  local wrong = add_elements(tree, size > 0 and tvb:range(ANNOUNCE_HEAD, size), size)
  if left > size then
    local padding = tvb:range(ANNOUNCE_HEAD + size)
    tree:add(a.padding, padding)
    wrong = wrong or not is_null(padding) and "octets after the last element are not zero"
  end
  if interval:uint() < INTERVAL_MIN or interval:uint() > INTERVAL_MAX then
    wrong = wrong or "interval out of range"
  end
  if is_null(wtp) or is_group(wtp) then
    refuse(tree, pinfo, "address", "the WTP id is null or a group")
  elseif wrong then
    refuse(tree, pinfo, "tlv", wrong)
  end
  return tvb:len()
end

local ethertypes = DissectorTable.get("ethertype")
ethertypes:add(ETHERTYPE, frames)
ethertypes:add(ETHERTYPE_ANNOUNCE, announcements)
