// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.changes.ConfigurationEffects;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.WtpControl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.Wtp;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Expects which stations move when WTPs drain, when an operator binds them, or with other thresholds. */
@Component(service = ConfigurationEffects.class)
public final class MobilityEffects implements ConfigurationEffects {
    private final EventLoop loop;
    private final AssignmentSource assignments;
    private final MobilityStatus mobility;
    private final WtpControl control;
    private final AntennaRefusals refusals;

    /** Creates the source. */
    @Activate
    public MobilityEffects(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final MobilityStatus mobility, @Reference final WtpControl control,
            @Reference final AntennaRefusals refusals) {
        this.loop = loop;
        this.assignments = assignments;
        this.mobility = mobility;
        this.control = control;
        this.refusals = refusals;
    }

    @Override
    public CompletionStage<List<Effect>> effects(final Cloudmac before, final Cloudmac after) {
        return CompletableFuture.supplyAsync(() -> expected(before, after), loop);
    }

    private List<Effect> expected(final Cloudmac before, final Cloudmac after) {
        final Assignment assignment = assignments.assignment();
        final Set<Mac> drained = draining(after);
        drained.removeAll(draining(before));
        final MobilitySettings old = MobilitySettings.of(before.nonnullMobility());
        final MobilitySettings next = MobilitySettings.of(after.nonnullMobility());
        final Map<String, Mac> bound = BoundStations.changed(before, after);
        final Map<Mac, Integer> loads = new HashMap<>(Candidate.loads(assignment));
        final List<Effect> effects = new ArrayList<>();
        assignment.services().forEach((client, service) -> {
            final Mac wtp = service.downlink();
            final Mac ordered = bound.get(BoundStations.name(client));
            final boolean isJudgedAnew = !old.policy(client.stack()).equals(next.policy(client.stack()));
            final boolean isExcluded = BoundStations.isExcluded(before, after, client, wtp);
            if (ordered == null && !isExcluded && !drained.contains(wtp) && !isJudgedAnew) {
                return;
            }
            final List<Candidate> candidates = candidates(client, assignment, loads);
            final Situation situation =
                new Situation(wtp, service.origin() == Origin.OPERATOR, false, false, candidates);
            final Optional<String> text = ordered != null ? Optional.of(MoveText.ordered(wtp, ordered, candidates))
                : isExcluded ? Optional.of(MoveText.excluded(wtp))
                : drained.contains(wtp) ? Optional.of(MoveText.drained(wtp, DrainTarget.target(wtp, candidates,
                    next.policy(client.stack()).thresholds().staleAfter()), loads))
                : MoveText.judgedAnew(situation, old.policy(client.stack()), next.policy(client.stack()));
            text.ifPresent(found -> effects.add(new Effect(client.station().toString(), found)));
        });
        return effects;
    }

    private List<Candidate> candidates(final Client client, final Assignment assignment,
            final Map<Mac, Integer> loads) {
        return Candidate.of(client, assignment, control.sessions(), mobility.signals(client), loads,
            refusals::isRefused);
    }

    private static Set<Mac> draining(final Cloudmac configuration) {
        final Set<Mac> draining = new HashSet<>();
        configuration.nonnullWtps().nonnullWtp().values().stream()
            .filter(wtp -> Boolean.TRUE.equals(wtp.getDraining())).map(Wtp::requireId)
            .forEach(id -> draining.add(Mac.parse(id.getValue())));
        return draining;
    }

    /** The sentences about a station. Pure. */
    static final class MoveText {
        private MoveText() {
        }

        static String ordered(final Mac from, final Mac to, final List<Candidate> candidates) {
            final boolean mayServe = candidates.stream().anyMatch(one -> one.wtp().equals(to) && one.mayServe());
            return mayServe || from.equals(to) ? moved(from, to)
                : "stays at " + from + " until " + to + " has a session, transmits its VAP and does not drain";
        }

        private static String moved(final Mac from, final Mac to) {
            return from.equals(to) ? "stays at " + to : "moves from " + from + " to " + to;
        }

        static String excluded(final Mac wtp) {
            return "loses " + wtp + ", which no longer transmits its VAP; its next frame binds it anew";
        }

        /** Also counts the station at its new WTP, so that the next one sees the load. */
        static String drained(final Mac from, final Optional<Mac> target, final Map<Mac, Integer> loads) {
            target.ifPresent(to -> loads.merge(to, 1, Integer::sum));
            return target.map(to -> moved(from, to)).orElse("stays at " + from + ": no other WTP can serve it");
        }

        /** Returns what another policy changes for a station; empty if it changes nothing. */
        static Optional<String> judgedAnew(final Situation situation, final Policy old, final Policy next) {
            final String text = judged(situation, next);
            return text.equals(judged(situation, old)) ? Optional.empty() : Optional.of(text);
        }

        private static String judged(final Situation situation, final Policy policy) {
            if (!policy.enabled()) {
                return "stays at " + situation.serving() + ": mobility is off";
            }
            final Judge.Verdict verdict = Judge.judge(situation, policy);
            return verdict.whyNot() == null ? moved(situation.serving(), verdict.best())
                : "stays at " + situation.serving() + ", because " + why(verdict);
        }

        private static String why(final Judge.Verdict verdict) {
            return switch (verdict.whyNot()) {
                case HYSTERESIS -> "no other WTP is better by the hysteresis";
                case NO_CANDIDATE -> "no other WTP has a fresh signal of it";
                case BOUND_BY_OPERATOR -> "an operator bound it";
                case OBSERVE_ONLY -> "mobility only observes; else it would move to " + verdict.best();
                default -> "it is moving or moved a moment ago";
            };
        }
    }
}
