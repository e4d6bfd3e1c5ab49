// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An object is encoded once, another object again. */
class EncodedOnceTest {
    private final List<List<Integer>> encoded = new ArrayList<>();
    private final EncodedOnce<List<Integer>, String> subject = new EncodedOnce<>(numbers -> {
        encoded.add(numbers);
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("no numbers");
        }
        return numbers.toString();
    });

    @Test
    void theSameObjectIsEncodedOnce() {
        final List<Integer> numbers = List.of(1, 2);
        assertSame(subject.of(numbers), subject.of(numbers));
        assertEquals(1, encoded.size());
    }

    @Test
    void anotherObjectIsEncoded() {
        final List<Integer> numbers = List.of(1, 2);
        assertEquals("[1, 2]", subject.of(numbers));
        assertEquals("[3]", subject.of(List.of(3)));
        assertEquals("[1, 2]", subject.of(numbers));
        assertEquals(3, encoded.size());
    }

    @Test
    void aFailureIsNotKept() {
        final List<Integer> numbers = List.of(1, 2);
        subject.of(numbers);
        assertThrows(IllegalArgumentException.class, () -> subject.of(List.of()));
        assertThrows(IllegalArgumentException.class, () -> subject.of(List.of()));
        assertEquals("[1, 2]", subject.of(numbers));
    }
}
