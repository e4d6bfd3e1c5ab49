// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.Program;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.File;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.Handler;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.Limits;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.Probe;
import org.opendaylight.yangtools.yang.binding.EnumTypeObject;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;

/** A program as a packet node reads it: the JSON text that lvnf/PROGRAMS.md describes. */
final class ProgramManifest {
    private ProgramManifest() {
    }

    /** Returns the octets of a program. They are the same for equal programs. */
    static byte[] of(final Program program) {
        final ObjectNode manifest = Json.newObject();
        put(manifest, "ruleset", program.getRuleset());
        put(manifest, program.getCommand());
        files(manifest, program.nonnullFile().values());
        put(manifest, "address", program.getAddress());
        put(manifest, "gateway", program.getGateway() == null ? null : program.getGateway().getValue());
        if (Boolean.TRUE.equals(program.getRouter())) {
            manifest.put("router", true);
        }
        put(manifest, "capabilities", program.getCapability());
        put(manifest, "on-failure", program.getOnFailure() == null ? null : program.getOnFailure().getName());
        probe(manifest, program.getProbe());
        limits(manifest, program.getLimits());
        handlers(manifest, program.nonnullHandler().values());
        return manifest.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void put(final ObjectNode to, final String key, final String value) {
        if (value != null) {
            to.put(key, value);
        }
    }

    private static void put(final ObjectNode to, final String key, final Uint32 value) {
        if (value != null) {
            to.put(key, value.toJava());
        }
    }

    private static void put(final ObjectNode to, final String key, final Uint16 value) {
        if (value != null) {
            to.put(key, value.toJava());
        }
    }

    /** Adds the names of values in their order. */
    private static void put(final ObjectNode to, final String key, final Collection<? extends EnumTypeObject> values) {
        if (values != null && !values.isEmpty()) {
            final ArrayNode list = to.putArray(key);
            values.stream().sorted(Comparator.comparing(EnumTypeObject::getIntValue))
                .forEach(value -> list.add(value.getName()));
        }
    }

    private static void put(final ObjectNode to, final List<String> command) {
        if (command != null && !command.isEmpty()) {
            final ArrayNode words = to.putArray("command");
            command.forEach(words::add);
        }
    }

    private static void files(final ObjectNode to, final Collection<File> files) {
        if (!files.isEmpty()) {
            final ObjectNode named = to.putObject("files");
            files.stream().sorted(Comparator.comparing(File::requireName))
                .forEach(file -> named.put(file.requireName(), file.requireContent()));
        }
    }

    private static void probe(final ObjectNode to, final Probe probe) {
        if (probe != null) {
            final ObjectNode object = to.putObject("probe");
            put(object, probe.getCommand());
            put(object, "period-ms", probe.getPeriodMs());
            put(object, "limit-ms", probe.getLimitMs());
        }
    }

    private static void limits(final ObjectNode to, final Limits limits) {
        if (limits != null) {
            final ObjectNode object = to.putObject("limits");
            put(object, "cpu-percent", limits.getCpuPercent());
            put(object, "memory-mib", limits.getMemoryMib());
            put(object, "processes", limits.getProcesses());
        }
    }

    private static void handlers(final ObjectNode to, final Collection<Handler> handlers) {
        if (!handlers.isEmpty()) {
            final ArrayNode list = to.putArray("handlers");
            handlers.stream().sorted(Comparator.comparing(Handler::requireName)).forEach(handler -> {
                final ObjectNode object = list.addObject();
                object.put("handler", handler.requireName());
                put(object, handler.getCommand());
                put(object, "set", handler.getSet());
                put(object, "connections", handler.getConnections() == null ? null
                    : handler.getConnections().getName());
                put(object, "access", handler.getAccess());
                put(object, "output", handler.getOutput() == null ? null : handler.getOutput().getName());
                put(object, "limit-ms", handler.getLimitMs());
            });
        }
    }
}
