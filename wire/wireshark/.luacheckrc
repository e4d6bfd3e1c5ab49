-- SPDX-License-Identifier: Apache-2.0
std = "lua52"
max_line_length = 100
read_globals = {
  "ByteArray", "Dissector", "DissectorTable", "ENC_UTF_8", "Field", "Pref", "Proto", "ProtoExpert",
  "ProtoField", "base", "expert",
}
