// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.Program;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.Handler;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.program.program.Handler.Access;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;

/** The rules for programs that YANG cannot express. Each violation is one sentence. */
final class ProgramCheck {
    /** Octets of an image, as a packet node takes them. */
    private static final int OCTETS_MAX = 1_048_576;
    private static final int WORDS_MAX = 64;
    private static final int PREFIX_MAX = 32;

    private ProgramCheck() {
    }

    /**
     * Returns the violations of an image.
     *
     * @param name how the violations call it
     */
    static List<String> image(final Image image, final String name) {
        final Program program = image.getProgram();
        if ((program == null) == (image.getObject() == null)) {
            return List.of(name + ": it needs either an object or a program");
        }
        return program == null ? List.of() : program(program, name);
    }

    private static List<String> program(final Program program, final String name) {
        final List<String> violations = new ArrayList<>();
        if (program.getRuleset() == null && isEmpty(program.getCommand())) {
            violations.add(name + ": its program needs a ruleset or a command");
        }
        command(program.getCommand(), name + ": the command of its program", violations);
        if (program.getGateway() != null && program.getAddress() == null) {
            violations.add(name + ": the gateway of its program needs an address");
        }
        if (Boolean.TRUE.equals(program.getRouter()) && program.getAddress() == null) {
            violations.add(name + ": a program that is a router needs an address");
        }
        if (program.getAddress() != null && !isAddress(program.getAddress())) {
            violations.add(name + ": the address of its program is an IPv4 address with the length of its prefix, as "
                + "192.0.2.53/24, not " + program.getAddress());
        }
        if (program.getProbe() != null) {
            if (isEmpty(program.getProbe().getCommand())) {
                violations.add(name + ": the probe of its program needs a command");
            }
            command(program.getProbe().getCommand(), name + ": the command of its probe", violations);
        }
        program.nonnullHandler().values().forEach(handler ->
            handler(handler, name + ": handler " + handler.requireName(), violations));
        final int octets = ProgramManifest.of(program).length;
        if (octets > OCTETS_MAX) {
            violations.add(name + ": its program has " + octets + " octets as JSON, at most " + OCTETS_MAX
                + " are possible");
        }
        return violations;
    }

    private static void handler(final Handler handler, final String name, final List<String> violations) {
        final long kinds = Stream.of(!isEmpty(handler.getCommand()), handler.getSet() != null,
            handler.getConnections() != null).filter(has -> has).count();
        if (kinds != 1) {
            violations.add(name + " needs either a command, a set or connections");
            return;
        }
        command(handler.getCommand(), name + ": its command", violations);
        if (!isEmpty(handler.getCommand()) && handler.getAccess() != null && !handler.getAccess().isEmpty()
                && !handler.getAccess().equals(Set.of(Access.Read))) {
            violations.add(name + " is a command, so it can be read only");
        }
    }

    private static void command(final List<String> command, final String name, final List<String> violations) {
        if (isEmpty(command)) {
            return;
        }
        if (!command.get(0).startsWith("/")) {
            violations.add(name + " begins with an absolute path, not " + command.get(0));
        }
        if (command.size() > WORDS_MAX) {
            violations.add(name + " has at most " + WORDS_MAX + " words, not " + command.size());
        }
    }

    private static boolean isEmpty(final List<String> command) {
        return command == null || command.isEmpty();
    }

    private static boolean isAddress(final String text) {
        final String[] parts = text.split("[./]", -1);
        final int slash = text.indexOf('/');
        if (parts.length != 5 || slash < text.lastIndexOf('.') || slash != text.lastIndexOf('/')) {
            return false;
        }
        for (int i = 0; i < parts.length; i++) {
            final boolean isNumber = parts[i].matches("0|[1-9][0-9]{0,2}");
            if (!isNumber || Integer.parseInt(parts[i]) > (i == 4 ? PREFIX_MAX : 255)) {
                return false;
            }
        }
        return !"0".equals(parts[4]);
    }
}
