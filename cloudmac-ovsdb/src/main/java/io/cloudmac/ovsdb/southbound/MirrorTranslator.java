// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.Mirror;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.MirrorBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.MirrorKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.Output;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.output.OutputPortBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.output.OutputVlanBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.statistics.Statistic;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.statistics.StatisticBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.statistics.StatisticKey;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Uuid;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** Translates the mirrors of a bridge, and counters, to the model. */
final class MirrorTranslator {
    private final Snapshot snapshot;
    private final Map<RowKey, EntryState> states;

    MirrorTranslator(final Snapshot snapshot, final Map<RowKey, EntryState> states) {
        this.snapshot = snapshot;
        this.states = states;
    }

    /** Returns the mirrors of a bridge. A mirror that the switch lacks has only its programming state. */
    Map<MirrorKey, Mirror> mirrors(final String bridge, final Stream<Row> rows) {
        final Map<MirrorKey, Mirror> mirrors = new LinkedHashMap<>();
        final String prefix = bridge + "/";
        states.forEach((key, state) -> {
            if (key.table().equals(Tables.MIRROR) && key.id().startsWith(prefix)) {
                final Mirror mirror = new MirrorBuilder().setName(key.id().substring(prefix.length()))
                    .setProgramming(state.toBinding()).build();
                mirrors.put(mirror.key(), mirror);
            }
        });
        rows.filter(row -> row.string(Tables.NAME).filter(name -> !name.isEmpty()).isPresent()).forEach(row -> {
            final Mirror mirror = mirror(prefix, row);
            mirrors.put(mirror.key(), mirror);
        });
        return mirrors;
    }

    private Mirror mirror(final String prefix, final Row row) {
        final String name = row.string(Tables.NAME).orElseThrow();
        final EntryState state = states.get(new RowKey(Tables.MIRROR, prefix + name));
        return new MirrorBuilder()
            .setName(name)
            .setMirrorUuid(new Uuid(row.uuid().toString()))
            .setSelectAll(row.bool("select_all").orElse(false))
            .setSelectSrcPort(ports(row, "select_src_port"))
            .setSelectDstPort(ports(row, "select_dst_port"))
            .setSelectVlan(row.column("select_vlan").atomSet().stream().map(Long.class::cast).sorted()
                .map(vlan -> Uint16.valueOf(vlan.intValue())).collect(Collectors.toUnmodifiableSet()))
            .setOutput(output(row))
            .setSnaplen(row.integer("snaplen").map(Uint32::valueOf).orElse(null))
            .setStatistic(statistics(row))
            .setProgramming(state == null ? null : state.toBinding())
            .build();
    }

    private Output output(final Row row) {
        return row.column("output_port").single(UUID.class).flatMap(this::port)
            .<Output>map(port -> new OutputPortBuilder().setOutputPort(port).build())
            .or(() -> row.integer("output_vlan")
                .map(vlan -> new OutputVlanBuilder().setOutputVlan(Uint16.valueOf(vlan.intValue())).build()))
            .orElse(null);
    }

    private Set<TpId> ports(final Row row, final String column) {
        return row.references(column).stream().flatMap(uuid -> port(uuid).stream())
            .collect(Collectors.toUnmodifiableSet());
    }

    private Optional<TpId> port(final UUID uuid) {
        return snapshot.row(Tables.PORT, uuid).flatMap(port -> port.string(Tables.NAME)).map(TpId::new);
    }

    /** Returns the counters of a row. The switch encodes an unknown counter as a negative number. */
    static Map<StatisticKey, Statistic> statistics(final Row row) {
        return KeyedLists.of(row.column("statistics").map().entrySet().stream()
            .filter(entry -> entry.getValue() instanceof Long count && count >= 0),
            entry -> new StatisticBuilder().setName(entry.getKey().toString())
                .setValue(Uint64.valueOf((Long) entry.getValue())).build());
    }
}
