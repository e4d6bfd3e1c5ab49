// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the members of the cluster from Akka's JMX bean; MD-SAL has no API for them. Without the bean, this
 * member has the name of a single controller and all others count as alive.
 */
final class ClusterMembers {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterMembers.class);
    private static final String BEAN = "akka:type=Cluster";
    private static final String DATA_CENTRE = "dc-";
    private static final String ALONE = "member-1";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final MBeanServer beans;

    ClusterMembers() {
        this(ManagementFactory.getPlatformMBeanServer());
    }

    ClusterMembers(final MBeanServer beans) {
        this.beans = beans;
    }

    /** Returns the name of this member. */
    String self() {
        final JsonNode status = status();
        for (final JsonNode member : status.path("members")) {
            if (member.path("address").equals(status.path("self-address"))) {
                return name(member);
            }
        }
        return ALONE;
    }

    /** Returns true if a member is up and reachable. */
    boolean alive(final String name) {
        final JsonNode status = status();
        for (final JsonNode member : status.path("members")) {
            if (name.equals(name(member))) {
                return "Up".equals(member.path("status").asText()) && reachable(status, member.path("address"));
            }
        }
        return status.isMissingNode();
    }

    private static boolean reachable(final JsonNode status, final JsonNode address) {
        for (final JsonNode unreachable : status.path("unreachable")) {
            if (unreachable.path("node").equals(address)) {
                return false;
            }
        }
        return true;
    }

    private static String name(final JsonNode member) {
        for (final JsonNode role : member.path("roles")) {
            if (!role.asText().startsWith(DATA_CENTRE)) {
                return role.asText();
            }
        }
        return ALONE;
    }

    private JsonNode status() {
        try {
            return MAPPER.readTree(String.valueOf(beans.getAttribute(new ObjectName(BEAN), "ClusterStatus")));
        } catch (final JMException | IOException e) {
            LOG.debug("Cannot read the state of the cluster", e);
            return MAPPER.missingNode();
        }
    }
}
