// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb;

import static org.junit.Assert.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.Test;

/** Checks the layers of the southbound: db, plan, jsonrpc, southbound; cli stands beside them. */
public class OvsdbArchitectureTest {
    private static final String ROOT = "io.cloudmac.ovsdb";
    private static final JavaClasses MAIN = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(ROOT);
    private static final JavaClasses ALL = new ClassFileImporter().importPackages(ROOT);

    @Test
    public void aLayerUsesOnlyThoseBelowIt() {
        Architectures.layeredArchitecture().consideringOnlyDependenciesInLayers()
            .layer("cli").definedBy(ROOT + ".cli")
            .layer("southbound").definedBy(ROOT + ".southbound")
            .layer("jsonrpc").definedBy(ROOT + ".jsonrpc")
            .layer("plan").definedBy(ROOT + ".plan")
            .layer("db").definedBy(ROOT + ".db")
            .whereLayer("cli").mayNotBeAccessedByAnyLayer()
            .whereLayer("southbound").mayNotBeAccessedByAnyLayer()
            .whereLayer("jsonrpc").mayOnlyBeAccessedByLayers("southbound")
            .whereLayer("plan").mayOnlyBeAccessedByLayers("jsonrpc", "southbound")
            .whereLayer("db").mayOnlyBeAccessedByLayers("plan", "jsonrpc", "southbound")
            .ensureAllClassesAreContainedInArchitecture()
            .check(MAIN);
    }

    @Test
    public void packagesHaveNoCycles() {
        SlicesRuleDefinition.slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    public void simpleNamesAreUnique() {
        final Map<String, List<String>> byName = ALL.stream()
            .filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
            .collect(Collectors.groupingBy(JavaClass::getSimpleName, TreeMap::new,
                Collectors.mapping(JavaClass::getName, Collectors.toList())));
        byName.values().removeIf(names -> names.size() == 1);
        byName.remove("package-info");
        assertEquals(Map.of(), byName);
    }
}
