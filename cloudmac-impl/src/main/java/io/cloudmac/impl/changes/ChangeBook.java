// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import io.cloudmac.impl.changes.ConfigurationEffects.Effect;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.Preview;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.UndoOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.Change;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.ChangeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.ChangeKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.edits.Edit;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.edits.EditBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.edits.EditKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.preview.EffectBuilder;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.DateAndTime;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** The entries of the book of changes. Pure. */
final class ChangeBook {
    /** How long a change can be undone. */
    static final Duration AGE = Duration.ofDays(1);
    /** The most changes. */
    static final int LONGEST = 1000;
    /** The most effects of a preview. */
    static final int EFFECTS = 1000;

    private ChangeBook() {
    }

    /** Returns the number of the next change. */
    static Uint64 next(final Collection<Change> changes) {
        return Uint64.valueOf(changes.stream().mapToLong(change -> change.requireNumber().longValue()).max().orElse(0)
            + 1);
    }

    /** Returns the entries to remove before one is added: those older than a day, and the oldest of too many. */
    static List<ChangeKey> outdated(final Collection<Change> changes, final Instant now) {
        final Instant oldest = now.minus(AGE);
        final Set<ChangeKey> kept = changes.stream().filter(change -> !time(change).isBefore(oldest))
            .sorted(Comparator.comparing(Change::requireNumber).reversed()).limit(LONGEST - 1)
            .map(Change::key).collect(Collectors.toSet());
        return changes.stream().map(Change::key).filter(key -> !kept.contains(key)).toList();
    }

    /** Returns true if a change is too old to be undone. */
    static boolean isOutdated(final Change change, final Instant now) {
        return time(change).isBefore(now.minus(AGE));
    }

    private static Instant time(final Change change) {
        try {
            return change.getTime() == null ? Instant.MIN : OffsetDateTime.parse(change.getTime().getValue())
                .toInstant();
        } catch (final DateTimeParseException e) {
            return Instant.MIN;
        }
    }

    /**
     * Returns an entry.
     *
     * @param user the account; null: none
     * @param undoes number of the change that it takes back; null: none
     */
    static Change entry(final Uint64 number, final Instant now, final String user, final String what,
            final Uint64 undoes, final List<TreeEdit> edits) {
        return new ChangeBuilder().setNumber(number)
            .setTime(new DateAndTime(now.truncatedTo(ChronoUnit.MILLIS).toString()))
            .setUser(user).setWhat(what).setUndoes(undoes).setEdit(texts(edits)).setContent(EditCodec.write(edits))
            .build();
    }

    /**
     * Returns what an RPC answers.
     *
     * @param change number of the change; null: nothing changed
     */
    static Preview result(final List<TreeEdit> edits, final Uint64 change, final List<Effect> effects) {
        final Map<String, String> texts = new LinkedHashMap<>();
        effects.forEach(effect -> texts.merge(effect.object(), effect.text(), (one, other) -> one + "; " + other));
        final int more = Math.max(0, texts.size() - EFFECTS);
        return new UndoOutputBuilder().setEdit(texts(edits)).setChange(change)
            .setEffect(texts.entrySet().stream().limit(EFFECTS)
                .map(effect -> new EffectBuilder().setObject(effect.getKey()).setText(effect.getValue()).build())
                .collect(Collectors.toMap(effect -> effect.key(), Function.identity())))
            .setMoreEffects(more == 0 ? null : Uint32.valueOf(more)).build();
    }

    private static Map<EditKey, Edit> texts(final List<TreeEdit> edits) {
        return edits.stream().map(edit -> new EditBuilder().setTarget(EditText.path(edit.path()))
                .setBefore(edit.before() == null ? null : EditText.value(edit.before()))
                .setAfter(edit.after() == null ? null : EditText.value(edit.after())).build())
            .collect(Collectors.toMap(Edit::key, Function.identity(), (one, other) -> one));
    }
}
