// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudmac.impl.wire.CloudmacFrame.Direction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The test vectors in wire/vectors, which every implementation of the wire format passes. */
class VectorsTest {
    private static final Path VECTORS = Path.of("..", "wire", "vectors");

    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        final List<DynamicTest> tests = new ArrayList<>();
        for (final String file : List.of("downlink", "uplink", "vstas", "segments", "announcement", "malformed")) {
            for (final JsonNode vector : new ObjectMapper().readTree(VECTORS.resolve(file + ".json").toFile())) {
                // The controller reads the headers of segments only.
                if (vector.get("name").textValue().endsWith("-segment-cut")) {
                    continue;
                }
                tests.add(DynamicTest.dynamicTest(vector.get("name").textValue(), () -> check(vector)));
            }
        }
        assertTrue(tests.size() > 50, "vectors are missing: " + tests.size());
        return tests.stream();
    }

    private static void check(final JsonNode vector) throws Exception {
        final byte[] data = HexFormat.of().parseHex(vector.get("hex").textValue());
        final JsonNode expect = vector.get("expect");
        final String error = expect.get("error").textValue();
        final String direction = vector.get("direction").textValue();
        if (!error.equals("ok")) {
            assertEquals(error, assertThrows(FrameException.class, () -> parse(direction, data)).error().reason());
        } else if (direction.equals("announcement")) {
            checkAnnouncement(AnnouncementParser.parse(data), expect);
        } else if (expect.has("segment")) {
            checkSegment(data, Direction.valueOf(direction.toUpperCase()), expect);
        } else {
            final CloudmacFrame frame = CloudmacFrame.parse(data, Direction.valueOf(direction.toUpperCase()));
            checkFrame(frame, expect);
            assertEquals(hello(data, frame, expect.path("message")), StationHello.of(data, frame));
        }
    }

    private static void parse(final String direction, final byte[] data) throws FrameException {
        if (direction.equals("announcement")) {
            AnnouncementParser.parse(data);
        } else {
            parseFrame(data, Direction.valueOf(direction.toUpperCase()));
        }
    }

    private static void parseFrame(final byte[] data, final Direction direction) throws FrameException {
        if (Segment.is(data, OuterHeader.parse(data, direction))) {
            Segment.parse(data, direction);
        } else {
            CloudmacFrame.parse(data, direction);
        }
    }

    private static void checkSegment(final byte[] data, final Direction direction, final JsonNode expect)
            throws FrameException {
        assertEquals("segment",
            assertThrows(FrameException.class, () -> CloudmacFrame.parse(data, direction)).error().reason());
        final Segment segment = Segment.parse(data, direction);
        final JsonNode fields = expect.get("segment");
        assertEquals(expect.get("vlan").isNull() ? -1 : expect.get("vlan").intValue(), segment.outer().vlan());
        assertEquals(expect.get("station").textValue(), segment.outer().station().toString());
        assertEquals(new RadioTag(number(expect, "level"), number(expect, "rate"), number(expect, "priority"),
            number(expect, "kind"), number(expect, "vap")), segment.outer().tag());
        assertEquals(number(fields, "index"), segment.index());
        assertEquals(number(fields, "count"), segment.count());
        assertEquals(number(fields, "total"), segment.total());
        assertEquals(number(fields, "size"), segment.size());
        assertEquals(fields.get("frame_id").longValue(), segment.frameId());
        assertEquals(number(fields, "content_offset"), segment.content());
        assertEquals(number(fields, "content_length"), segment.contentLength());
    }

    private static void checkFrame(final CloudmacFrame frame, final JsonNode expect) {
        assertEquals(expect.get("vlan").isNull() ? -1 : expect.get("vlan").intValue(), frame.vlan());
        assertEquals(expect.get("station").textValue(), frame.station().toString());
        assertEquals(new RadioTag(number(expect, "level"), number(expect, "rate"), number(expect, "priority"),
            number(expect, "kind"), number(expect, "vap")), frame.tag());
        assertEquals(number(expect, "radiotap_offset"), frame.radiotap());
        assertEquals(number(expect, "radiotap_length"), frame.radiotapLength());
        assertEquals(number(expect, "frame_offset"), frame.frame());
        assertEquals(number(expect, "frame_length"), frame.frameLength());
        assertEquals(number(expect, "header_length"), frame.headerLength());
    }

    /** Returns the hello that a vector has. The controller reads no other message. */
    private static Optional<StationHello> hello(final byte[] data, final CloudmacFrame frame, final JsonNode message) {
        if (!message.path("type").asText().equals("hello")) {
            return Optional.empty();
        }
        final int flags = (message.get("awake").booleanValue() ? StationHello.AWAKE : 0)
            | (message.get("associated").booleanValue() ? StationHello.ASSOCIATED : 0);
        return Optional.of(new StationHello(Mac.of(data, frame.frame() + 10), flags, number(message, "frequency"),
            Mac.parse(message.get("bssid").textValue()),
            RawSsid.of(HexFormat.of().parseHex(message.get("ssid").textValue()))));
    }

    private static void checkAnnouncement(final Announcement announcement, final JsonNode expect)
            throws IOException {
        assertEquals(expect.get("wtp").textValue(), announcement.wtp().toString());
        assertEquals(number(expect, "interval_ms"), announcement.interval().toMillis());
        assertEquals(expect.get("name").textValue(), announcement.name());
        final List<InetSocketAddress> control = new ArrayList<>();
        for (final String family : List.of("ipv4", "ipv6")) {
            if (!expect.get(family).isNull()) {
                final JsonNode address = expect.get(family);
                control.add(new InetSocketAddress(InetAddress.getByName(address.get("address").textValue()),
                    number(address, "port")));
            }
        }
        assertEquals(control, announcement.control());
        final JsonNode radios = expect.get("radios");
        assertEquals(radios.size(), announcement.radios().size());
        for (int i = 0; i < radios.size(); i++) {
            final JsonNode radio = radios.get(i);
            assertEquals(new Announcement.Radio(number(radio, "index"), Mac.parse(radio.get("address").textValue()),
                number(radio, "frequency"), number(radio, "max_power_dbm"), number(radio, "power_dbm"),
                number(radio, "flags"), number(radio, "max_leases"), number(radio, "bands")),
                announcement.radios().get(i));
        }
    }

    private static int number(final JsonNode object, final String name) {
        return object.get(name).intValue();
    }
}
