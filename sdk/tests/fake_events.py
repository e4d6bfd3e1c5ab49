# SPDX-License-Identifier: Apache-2.0
"""Triggers and events of the controller that answers late."""

PAGE = 4
"""Events in one answer."""


class FakeEvents:
    """The triggers of tenants, and the events that a test lets them have.

    ``drop``: called for each answer to read-events; the connection breaks before the answer if it
    returns true."""

    def __init__(self):
        self.triggers = {}
        self.log = 100
        self.events = {}
        self.node_log, self.number = 7, 0
        self.drop = lambda: False

    def configure(self, tenant):
        """Adds the triggers of a tenant's entry."""
        for trigger in tenant.get("trigger", []):
            self.triggers[tenant["name"], trigger["name"]] = trigger

    def fire(self, tenant, lvnf, value):
        """Lets all triggers of a tenant have an event."""
        for owner, name in sorted(self.triggers):
            if owner == tenant:
                self.number += 1
                self.add(tenant, name, lvnf, value)

    def add(self, tenant, trigger, lvnf, value):
        """Adds an event."""
        events = self.events.setdefault(tenant, [])
        events.append(
            {
                **{"number": str(len(events) + 1), "tenant": tenant, "trigger": trigger},
                **{"lvnf": lvnf, "value": value, "packet-node": "pn1"},
                **{"node-log": str(self.node_log), "node-number": str(self.number)},
            }
        )

    def restart(self, keep):
        """Starts the controller again: it has only the newest events, with other numbers."""
        self.log += 1
        for events in self.events.values():
            events[:] = events[-keep:]
            for number, event in enumerate(events):
                event["number"] = str(number + 1)

    def read(self, given):
        """Returns the output of read-events."""
        events = self.events.get(given["tenant"], [])
        after = int(given["after"]) if given.get("log") == str(self.log) else 0
        page = [one for one in events if int(one["number"]) > after][:PAGE]
        return {"log": str(self.log), "newest": str(len(events)), "event": page}
