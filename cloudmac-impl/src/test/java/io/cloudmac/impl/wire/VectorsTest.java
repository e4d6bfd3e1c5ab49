// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.cloudmac.impl.wire.CloudmacFrame.Direction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The test vectors in wire/vectors, which every implementation of the wire format passes. */
class VectorsTest {
    private static final Path VECTORS = Path.of("..", "wire", "vectors");

    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        final List<DynamicTest> tests = new ArrayList<>();
        for (final String file : List.of("downlink", "uplink", "announcement", "malformed")) {
            for (final var vector : JsonParser.parseString(Files.readString(VECTORS.resolve(file + ".json")))
                    .getAsJsonArray()) {
                final JsonObject object = vector.getAsJsonObject();
                tests.add(DynamicTest.dynamicTest(object.get("name").getAsString(), () -> check(object)));
            }
        }
        assertTrue(tests.size() > 50, "vectors are missing: " + tests.size());
        return tests.stream();
    }

    private static void check(final JsonObject vector) throws Exception {
        final byte[] data = HexFormat.of().parseHex(vector.get("hex").getAsString());
        final JsonObject expect = vector.getAsJsonObject("expect");
        final String error = expect.get("error").getAsString();
        final String direction = vector.get("direction").getAsString();
        if (!error.equals("ok")) {
            assertEquals(error, assertThrows(FrameException.class, () -> parse(direction, data)).error().reason());
        } else if (direction.equals("announcement")) {
            checkAnnouncement(AnnouncementParser.parse(data), expect);
        } else {
            checkFrame(CloudmacFrame.parse(data, Direction.valueOf(direction.toUpperCase())), expect);
        }
    }

    private static void parse(final String direction, final byte[] data) throws FrameException {
        if (direction.equals("announcement")) {
            AnnouncementParser.parse(data);
        } else {
            CloudmacFrame.parse(data, Direction.valueOf(direction.toUpperCase()));
        }
    }

    private static void checkFrame(final CloudmacFrame frame, final JsonObject expect) {
        assertEquals(expect.get("vlan").isJsonNull() ? -1 : expect.get("vlan").getAsInt(), frame.vlan());
        assertEquals(expect.get("station").getAsString(), frame.station().toString());
        assertEquals(new RadioTag(number(expect, "level"), number(expect, "rate"), number(expect, "priority"),
            number(expect, "kind"), number(expect, "vap")), frame.tag());
        assertEquals(number(expect, "radiotap_offset"), frame.radiotap());
        assertEquals(number(expect, "radiotap_length"), frame.radiotapLength());
        assertEquals(number(expect, "frame_offset"), frame.frame());
        assertEquals(number(expect, "frame_length"), frame.frameLength());
        assertEquals(number(expect, "header_length"), frame.headerLength());
    }

    private static void checkAnnouncement(final Announcement announcement, final JsonObject expect)
            throws IOException {
        assertEquals(expect.get("wtp").getAsString(), announcement.wtp().toString());
        assertEquals(number(expect, "interval_ms"), announcement.interval().toMillis());
        assertEquals(expect.get("name").getAsString(), announcement.name());
        final List<InetSocketAddress> control = new ArrayList<>();
        for (final String family : List.of("ipv4", "ipv6")) {
            if (!expect.get(family).isJsonNull()) {
                final JsonObject address = expect.getAsJsonObject(family);
                control.add(new InetSocketAddress(InetAddress.getByName(address.get("address").getAsString()),
                    number(address, "port")));
            }
        }
        assertEquals(control, announcement.control());
        final JsonArray radios = expect.getAsJsonArray("radios");
        assertEquals(radios.size(), announcement.radios().size());
        for (int i = 0; i < radios.size(); i++) {
            final JsonObject radio = radios.get(i).getAsJsonObject();
            assertEquals(new Announcement.Radio(number(radio, "index"), Mac.parse(radio.get("address").getAsString()),
                number(radio, "frequency"), number(radio, "max_power_dbm"), number(radio, "power_dbm"),
                number(radio, "flags"), number(radio, "max_leases"), number(radio, "bands")),
                announcement.radios().get(i));
        }
    }

    private static int number(final JsonObject object, final String name) {
        return object.get(name).getAsInt();
    }
}
