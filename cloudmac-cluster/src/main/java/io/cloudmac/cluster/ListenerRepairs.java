// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import java.util.Map;
import java.util.Optional;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.hooks.weaving.WovenClass;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs three classes of OpenDaylight when they are loaded. Each of them loses the first notification of a datastore
 * listener at a bad moment, and then a component waits for it forever. RESTCONF waits for AAA, which waits for such
 * listeners, so a member in which one is lost never serves. OpenDaylight's main branch still had the fault of
 * {@code Shard} in 2026.
 *
 * <p>The class {@code Shard} delays the registration of a listener while the shard has no leader, until the shard's
 * role changes. But a follower also loses its leader and gets another one without a change of its role. It happens when
 * elections run while a member starts. The repair: {@code onLeaderChanged} first calls {@code onStateChanged}, which
 * registers the delayed listeners if there is a leader, and which may be called at any time.
 *
 * <p>Two classes of AAA ignore a notification that arrives before their constructor has stored the registration. They
 * handle notifications in synchronized methods, but the constructor does not hold the lock. It happens on a busy
 * machine. The repair: the constructor holds it.
 */
final class ListenerRepairs implements WeavingHook {
    static final String SHARD = "org.opendaylight.controller.cluster.datastore.Shard";
    static final String PASSWORDS = "org.opendaylight.aaa.impl.password.service.OSGiPasswordServiceConfigBootstrap";
    static final String ENCRYPTION = "org.opendaylight.aaa.encrypt.impl.OSGiEncryptionServiceConfigurator";
    static final Map<String, ClassRepair> REPAIRS = Map.of(
        SHARD, new ClassRepair.CallFirst("onLeaderChanged", "(Ljava/lang/String;Ljava/lang/String;)V",
            "onStateChanged", "()V"),
        PASSWORDS, new ClassRepair.LockConstructor(),
        ENCRYPTION, new ClassRepair.LockConstructor());
    private static final String UNREPAIRED = "Cannot repair {}: this release of OpenDaylight is not the supported one."
        + " If RESTCONF answers 401 for two minutes after a start, restart the member";
    private static final Logger LOG = LoggerFactory.getLogger(ListenerRepairs.class);

    /** {@inheritDoc} A class that cannot be repaired is loaded as it is. */
    @Override
    @SuppressWarnings("checkstyle:IllegalCatch")
    public void weave(final WovenClass woven) {
        final ClassRepair repair = REPAIRS.get(woven.getClassName());
        if (repair != null) {
            try {
                repair.apply(woven.getBytes()).ifPresentOrElse(repaired -> {
                    woven.setBytes(repaired);
                    LOG.info("Repaired: {} now delivers first notifications to its listeners", woven.getClassName());
                }, () -> LOG.error(UNREPAIRED, woven.getClassName()));
            } catch (final RuntimeException e) {
                LOG.error(UNREPAIRED, woven.getClassName(), e);
            }
        }
    }

    /** Returns a repaired class, or nothing if it is not one to repair or has other methods than expected. */
    static Optional<byte[]> repaired(final String name, final byte[] original) {
        return Optional.ofNullable(REPAIRS.get(name)).flatMap(repair -> repair.apply(original));
    }
}
