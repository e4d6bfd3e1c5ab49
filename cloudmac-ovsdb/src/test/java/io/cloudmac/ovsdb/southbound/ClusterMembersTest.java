// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import org.junit.Test;

/** Reads cluster members from Akka's management bean. */
public class ClusterMembersTest {
    private static final String STATUS = """
        {"members": [
          {"address": "akka://c@10.0.0.1:2550", "roles": ["dc-default", "member-1"], "status": "Up"},
          {"address": "akka://c@10.0.0.2:2550", "roles": ["member-2", "dc-default"], "status": "Up"},
          {"address": "akka://c@10.0.0.3:2550", "roles": ["member-3", "dc-default"], "status": "Down"}],
         "self-address": "akka://c@10.0.0.2:2550",
         "unreachable": [{"node": "akka://c@10.0.0.1:2550", "observed-by": ["akka://c@10.0.0.2:2550"]}]}""";

    private final MBeanServer beans = mock(MBeanServer.class);
    private final ClusterMembers members = new ClusterMembers(beans);

    @Test
    public void membersByName() throws Exception {
        when(beans.getAttribute(any(), any())).thenReturn(STATUS);
        assertEquals("member-2", members.self());
        assertTrue(members.alive("member-2"));
        assertFalse("an unreachable member", members.alive("member-1"));
        assertFalse("a member with status Down", members.alive("member-3"));
        assertFalse("a removed member", members.alive("member-4"));
    }

    @Test
    public void allMembersCountAsAliveWithoutTheBean() throws Exception {
        when(beans.getAttribute(any(), any())).thenThrow(new InstanceNotFoundException());
        assertEquals("member-1", members.self());
        assertTrue(members.alive("member-3"));
    }
}
