# SPDX-License-Identifier: Apache-2.0
"""Runs a real Open vSwitch in a network namespace, without ports and without the
kernel's datapath. The tests use its two channels to the controller."""
import os
import subprocess

SCHEMA = "/usr/share/openvswitch/vswitch.ovsschema"
BRIDGE = "br0"


class OpenVSwitch:
    """Runs ovsdb-server and ovs-vswitchd in ``folder``, as a context manager.

    namespace: its network namespace; index: its OpenFlow id."""

    def __init__(self, folder, namespace, index):
        self.folder, self.namespace, self.index = folder, namespace, index
        self.processes = []

    def __enter__(self):
        self.folder.mkdir(parents=True)
        self._run("ovsdb-tool", "create", self.folder / "conf.db", SCHEMA)
        self._start(
            "ovsdb-server",
            self.folder / "conf.db",
            f"--remote=punix:{self.folder}/db.sock",
            "--remote=db:Open_vSwitch,Open_vSwitch,manager_options",
            "--private-key=db:Open_vSwitch,SSL,private_key",
            "--certificate=db:Open_vSwitch,SSL,certificate",
            "--ca-cert=db:Open_vSwitch,SSL,ca_cert",
        )
        self.vsctl("--retry", "--no-wait", "init")
        self._start("ovs-vswitchd", f"unix:{self.folder}/db.sock", "--enable-dummy")
        self.vsctl(
            *("add-br", BRIDGE, "--", "set", "bridge", BRIDGE, "datapath_type=dummy"),
            *("fail_mode=secure", "protocols=OpenFlow13"),
            f"other-config:datapath-id={self.index:016x}",
            "other-config:disable-in-band=true",
        )
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(timeout=20)

    def connect(self, controller, pki=None, name="", authority=None):
        """Connect it to the controller's address. With ``pki`` it uses TLS with the
        files of ``name`` in that folder and the authority in ``authority`` (default:
        ``pki``), without ``pki`` plain TCP."""
        scheme = "ssl" if pki else "tcp"
        words = ["--", "del-ssl"]
        if pki:
            words = [
                *("--", "set-ssl", pki / f"{name}.key", pki / f"{name}.pem"),
                (authority or pki) / "switches-ca.pem",
            ]
        self.vsctl(
            *("del-controller", BRIDGE, "--", "del-manager", *words),
            *("--", "set-controller", BRIDGE, f"{scheme}:{controller}:6653"),
            *("--", "set", "controller", BRIDGE, "max_backoff=1000"),
            *("--", "set-manager", f"{scheme}:{controller}:6640"),
        )

    def connected(self):
        """Return the connection state of each channel as the switch sees it."""
        return [
            self.vsctl("get", table, ".", "is_connected") for table in ("controller", "manager")
        ]

    def attempts(self):
        """Return the number of connection attempts of each daemon since its start."""
        return [
            self.log("ovs-vswitchd").count(":6653: connecting..."),
            self.log("ovsdb-server").count(":6640: connecting..."),
        ]

    def node_ids(self):
        """Return its node ids in OpenDaylight: of OpenFlow and of OVSDB."""
        uuid = self.vsctl("get", "Open_vSwitch", ".", "_uuid")
        return f"openflow:{self.index}", f"ovsdb://uuid/{uuid}"

    def log(self, program):
        return (self.folder / f"{program}.log").read_text()

    def vsctl(self, *words):
        return self._run("ovs-vsctl", "--timeout=20", f"--db=unix:{self.folder}/db.sock", *words)

    def _start(self, program, *words):
        log = open(self.folder / f"{program}.output", "wb")  # pylint: disable=consider-using-with
        with log:
            self.processes.append(
                subprocess.Popen(
                    [
                        *("ip", "netns", "exec", self.namespace, program, *words),
                        f"--log-file={self.folder}/{program}.log",
                    ],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env=self._environment(),
                )
            )

    def _run(self, *command):
        return subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, env=self._environment()
        ).stdout.strip()

    def _environment(self):
        places = {key: str(self.folder) for key in ("OVS_RUNDIR", "OVS_DBDIR", "OVS_LOGDIR")}
        return {**os.environ, **places}
