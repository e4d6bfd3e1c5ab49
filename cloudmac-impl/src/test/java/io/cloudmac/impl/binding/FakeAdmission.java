// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.wire.Mac;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;

/** An admission that the test decides. At first, every WTP is admitted. */
public final class FakeAdmission implements AdmittedWtps {
    /** Why a refused WTP is not admitted. */
    public static final String REASON = "no session: connection refused";

    private final Set<Mac> refused = new HashSet<>();
    private String contest;
    private Runnable listener = () -> { };

    /** Refuses these WTPs from now on, and admits all others. */
    public void refuse(final Mac... wtps) {
        refused.clear();
        refused.addAll(Arrays.asList(wtps));
        listener.run();
    }

    @Override
    public boolean isAdmitted(final Mac wtp) {
        return !refused.contains(wtp);
    }

    @Override
    public Optional<String> whyNotAdmitted(final Mac wtp) {
        return isAdmitted(wtp) ? Optional.empty() : Optional.of(REASON);
    }

    /** Has all admitted WTPs show a problem. */
    public void contest(final String problem) {
        contest = problem;
    }

    @Override
    public Optional<String> problem(final Mac wtp) {
        return whyNotAdmitted(wtp).or(() -> Optional.ofNullable(contest));
    }

    @Override
    public Registration listen(final Runnable changed) {
        listener = changed;
        return () -> listener = () -> { };
    }
}
