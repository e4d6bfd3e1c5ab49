// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.CloudmacChangesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.Change;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.ChangeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.edits.Edit;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.edits.EditBuilder;
import org.opendaylight.yangtools.yang.common.Uint64;

/** The account of the newest change of a part. */
class RecordedAuthorsTest {
    private static final String WTP = "wtps/wtp[id=02:a9:00:00:00:0a]";

    private static Change change(final long number, final String user, final String target) {
        return change(number, user, target, target.endsWith("/draining") ? "true" : "id a, draining true, name b");
    }

    private static Change change(final long number, final String user, final String target, final String after) {
        final Edit edit = new EditBuilder().setTarget(target).setAfter(after).build();
        return new ChangeBuilder().setNumber(Uint64.valueOf(number)).setUser(user)
            .setEdit(Map.of(edit.key(), edit)).build();
    }

    private static Optional<String> author(final Change... changes) {
        final var book = new CloudmacChangesBuilder();
        book.setChange(Arrays.stream(changes).collect(Collectors.toMap(Change::key,
            one -> one)));
        return RecordedAuthors.author(book.build(), WTP, "draining true");
    }

    @Test
    void theNewestChangeCounts() {
        assertEquals(Optional.empty(), author());
        assertEquals(Optional.empty(), author(change(1, "ann", "wtps/wtp[id=02:a9:00:00:00:0b]/draining")));
        assertEquals(Optional.of("bob"), author(change(10, "bob", "wtps/wtp[id=02:A9:00:00:00:0A]/draining"),
            change(9, "ann", WTP)));
        assertEquals(Optional.empty(), author(change(1, "ann", WTP), change(2, null, WTP)));
    }

    @Test
    void anotherChangeOfTheWtpIsNotTheDrain() {
        assertEquals(Optional.empty(), author(change(1, "ann", WTP + "/draining"),
            change(2, "bob", WTP + "/draining", "false")));
        assertEquals(Optional.of("ann"), author(change(1, "ann", WTP), change(2, "bob", WTP + "/name", "x")));
        assertEquals(Optional.empty(),
            author(new ChangeBuilder(change(1, "ann", WTP)).setUndoneBy(Uint64.TWO).build()));
    }
}
