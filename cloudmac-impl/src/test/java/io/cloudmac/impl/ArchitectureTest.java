// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the layers of the controller's packages, their descriptions, and that a type name means one thing. ArchUnit
 * does not see inlined constants: a use of only a constant of another package passes the checks.
 */
class ArchitectureTest {
    private static final String ROOT = "io.cloudmac.impl";
    private static final JavaClasses MAIN = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(ROOT);
    /** From the ground up. A package uses only packages of lower rows, none of its own row. */
    private static final List<List<String>> LAYERS = List.of(
        List.of("wire", "core", "orchestrator", "query"),
        List.of("config", "topology", "platform", "session", "state", "events"),
        List.of("qos.strategies", "learned", "alarms", "changes"),
        List.of("qos", "qos.rows", "alarms.outputs"),
        List.of("qos.reconcile"),
        List.of("openflow", "steering"),
        List.of("radio", "channel", "binding"),
        List.of("flow.model"),
        List.of("chain"),
        List.of("flow"),
        List.of("flow.plan"),
        List.of("flow.activity"),
        List.of("flow.program"),
        List.of("discovery"),
        List.of("admission"),
        List.of("lease", "firstcontact", "wtp", "vaphost", "packetnode"),
        List.of("handover", "airtime", "nfv", "chain.program"),
        List.of("mobility", "migration", "trigger"),
        List.of("graph"),
        List.of("state.network"),
        List.of("northbound", "cli", "stream"));

    @Test
    void aPackageUsesOnlyLowerLayers() {
        final var architecture = Architectures.layeredArchitecture().consideringOnlyDependenciesInLayers();
        LAYERS.forEach(row -> row.forEach(name -> architecture.layer(name).definedBy(ROOT + "." + name)));
        for (int row = 0; row < LAYERS.size(); row++) {
            final String[] above = LAYERS.subList(row + 1, LAYERS.size()).stream().flatMap(List::stream)
                .toArray(String[]::new);
            for (final String name : LAYERS.get(row)) {
                if (above.length == 0) {
                    architecture.whereLayer(name).mayNotBeAccessedByAnyLayer();
                } else {
                    architecture.whereLayer(name).mayOnlyBeAccessedByLayers(above);
                }
            }
        }
        architecture.ensureAllClassesAreContainedInArchitecture().check(MAIN);
    }

    @Test
    void packagesHaveNoCycles() {
        SlicesRuleDefinition.slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void everyPackageHasADescription() {
        assertEquals(List.of(), LAYERS.stream().flatMap(List::stream).filter(name -> !Files.isRegularFile(
            Path.of("src", "main", "java", "io", "cloudmac", "impl", name.replace('.', '/'), "package-info.java")))
            .toList());
    }

    /** A listener of the other kind is notified only at the member that leads the shard. */
    @Test
    void listenersOfTheDatastoreAreNotifiedAtEveryMember() throws IOException {
        final List<Path> others = new ArrayList<>();
        try (Stream<Path> sources = Files.walk(Path.of("src", "main", "java"))) {
            for (final Path source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
                if (Files.readString(source).contains(".DataTreeChangeListener;")) {
                    others.add(source);
                }
            }
        }
        assertEquals(List.of(), others);
    }

    /** The southbound is not on this module's class path: its sources are read instead. */
    @Test
    void simpleNamesAreUniqueInAllJavaOfTheProject() throws IOException {
        final List<String> names = new ArrayList<>();
        MAIN.stream().filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
            .map(JavaClass::getName).forEach(names::add);
        final Pattern declaration = Pattern.compile(
            "(?m)^(?:[a-z]| )*\\b(?:class|interface|enum|record) (\\w+)");
        for (final String module : List.of("cloudmac-ovsdb", "cloudmac-openflow", "cloudmac-cluster", "karaf")) {
            try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (final Path source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
                    declaration.matcher(Files.readString(source)).results()
                        .forEach(found -> names.add(source.getFileName() + "$" + found.group(1)));
                }
            }
        }
        final Map<String, List<String>> bySimpleName = names.stream().collect(Collectors.groupingBy(
            name -> name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1),
            TreeMap::new, Collectors.toList()));
        bySimpleName.values().removeIf(same -> same.size() == 1);
        bySimpleName.remove("package-info");
        assertEquals(Map.of(), bySimpleName);
    }
}
