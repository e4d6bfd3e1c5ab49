// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the layers of the controller's packages. */
class ArchitectureTest {
    private static final String ROOT = "io.cloudmac.impl";
    private static final JavaClasses MAIN = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(ROOT);
    /** From the ground up. A package uses only packages of lower rows, none of its own row. */
    private static final List<List<String>> LAYERS = List.of(
        List.of("wire", "core"),
        List.of("config", "topology", "platform"),
        List.of("qos", "learned"),
        List.of("openflow", "steering"),
        List.of("radio", "channel", "binding"),
        List.of("flow"),
        List.of("discovery"),
        List.of("firstcontact", "wtp"),
        List.of("handover"),
        List.of("mobility"),
        List.of("state"),
        List.of("northbound", "cli"));

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
        SlicesRuleDefinition.slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(MAIN);
    }
}
