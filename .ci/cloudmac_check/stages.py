# SPDX-License-Identifier: Apache-2.0
"""Defines the stages of the check: commands, folders, and the files that concern each."""
import dataclasses
import pathlib

PACKAGES = pathlib.Path(__file__).resolve().parents[1]
"""The folder in which pytest finds the plugin ``cloudmac_check.recorder``."""
PYTEST = (
    *("/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"),
    *("-p", "cloudmac_check.recorder", "--durations=10", "-rfE"),
)
FULL_ENVIRONMENT = {"CLOUDMAC_FULL": "1", "FUZZ_SECONDS": "60"}
"""Environment of all stages in a full run."""
PARTS = ("kernel", "vap-driver", "wtp-agent", "vapd", "packet-node", "medium", "ovs", "java")
"""Parts that ./cloudmac builds, in its order."""
SHORT_LIVED = {"EXTRA_JAVA_OPTS": "-XX:TieredStopAtLevel=1"}
"""Environment of tests whose controllers live for some minutes: without its second compiler, a
controller is up in two thirds of the time on two processors."""
RADIOS = ("kernel", "vap-driver", "wtp-agent", "vapd", "medium")
WIRE, KERNEL = ("wire/",), ("testbed/kernel/",)
CONTROLLER = ("cloudmac-", "features/", "karaf/", "pki/", "pom.xml", *WIRE)
AIR = ("testbed/", "vap-driver/", "daemon/", "wtp-agent/", "vapd/", "ovs-patches/", "pki/", *WIRE)
FUNCTIONS = ("packet-node/", "lvnf/", "sdk/")
FRONT = (
    *(".ci/", "docs/", "README.md", "mkdocs.yml", "cloudmac", "pom.xml"),
    *("testbed/cloudmac_", "daemon/daemon.mk", "wtp-agent/bench/", "wtp-agent/Makefile"),
    *("packet-node/bench/", "packet-node/Makefile"),
)
BUILD = ("debian-packages", ".ci/requirements.txt")
"""Names of the files that decide which packages tests have."""
BROWSER = (".ci/browser-requirements.txt",)
"""The file that decides it for tests in Chromium."""
PKI = ("pki/",)
FUZZ = (".ci/fuzz", ".ci/cloudmac_check/fuzz")
LAYERS = (".ci/cycles.py", ".ci/layers.py")


@dataclasses.dataclass(frozen=True)
class Stage:
    """One part's tests. A stage passes if all its commands exit with status 0."""

    name: str
    about: str
    folder: str
    """Working directory, relative to the top of the tree."""
    commands: tuple = ()
    full: tuple | None = None
    """Commands of a full run, if they differ."""
    left_out: str = ""
    """What a quick run leaves out."""
    quick: tuple = ()
    """Commands of a quick run that leaves out something; none if it leaves out the stage."""
    paths: tuple = ("",)
    """Starts of the names of files that concern the stage. All files do by default."""
    parts: tuple = ()
    """Parts that ./cloudmac builds before."""
    environment: dict = dataclasses.field(default_factory=dict, hash=False)
    has_priority: bool = False
    """Runs in real time, so that all other stages give way to it."""

    def steps(self, is_full=False, is_quick=False):
        """Returns the commands to run."""
        if is_quick and self.left_out:
            return self.quick
        return self.full if is_full and self.full is not None else self.commands


PYTESTS = ((*PYTEST, "tests"),)


def lab_tests(kind, is_full=False):
    """Returns the commands of the lab tests of a kind."""
    return ((*PYTEST, "tests", f"--kind={kind}", *(() if is_full else ("-m", "not full"))),)


MAVEN = (
    *("mvn", "-B", "-ntp", "-Dmaven.javadoc.skip=true"),
    # Assembling the distribution over an old one loses files of OpenDaylight. The feature's test of
    # odl-cloudmac-access needs port 8181 of this machine, which a lab holds meanwhile. The stage
    # "karaf" tests the distribution and both features.
    *("-pl", "!karaf,!features/odl-cloudmac,!features/odl-cloudmac-access"),
)

# The background takes the stages in this order: the fast ones that most changes break, then the
# longest, then those that fill gaps.
STAGES = (
    Stage(
        "live",
        "end-to-end tests with the controller, in real time",
        "testbed",
        lab_tests("live"),
        full=(*lab_tests("live", True), ("../cloudmac", "run", "chaos", "--quick")),
        left_out="boots labs",
        paths=(*AIR, *CONTROLLER, *FUNCTIONS, "docs/"),
        parts=PARTS,
        environment=SHORT_LIVED,
        has_priority=True,
    ),
    Stage("lint", "linters over the whole tree", ".", ((".ci/lint",),)),
    Stage(
        "door",
        "./cloudmac and this runner",
        ".ci",
        (("./python", *PYTEST[1:], "tests"),),
        paths=FRONT,
    ),
    Stage(
        "driver",
        "the VAP driver in the debug kernel",
        "vap-driver",
        (("../testbed/kernel/build", "debug"), ("make", "lint", "check")),
        quick=(("make", "lint", "unit"),),
        left_out="its tests in the debug kernel",
        paths=("vap-driver/", ".ci/cycles.py", *KERNEL, *WIRE),
    ),
    Stage(
        "air",
        "tests that boot the lab kernel, without the controller",
        "testbed",
        lab_tests("air"),
        full=lab_tests("air", True),
        left_out="boots labs",
        paths=AIR,
        parts=(*RADIOS, "ovs"),
        # "live" has a lab at the same time.
        environment={
            "CLOUDMAC_RUNTIME": "/run/cloudmac-air",
            "CLOUDMAC_RESTCONF_PORT": "8281",
            "CLOUDMAC_SSH_PORT": "8201",
        },
    ),
    Stage(
        "daemon",
        "the library of the daemons",
        "daemon",
        (("make", "check"),),
        full=(("make", "check-full"),),
        paths=("daemon/", *LAYERS, *PKI, *KERNEL, *WIRE),
    ),
    Stage(
        "agent",
        "the WTP agent",
        "wtp-agent",
        (("make", "check"),),
        full=(("make", "check-full"),),
        quick=(("make", "check-files", "check-unit", "check-component"),),
        left_out="fuzzing, hwsim, virtual stations, OpenWrt",
        paths=(
            "wtp-agent/",
            "daemon/",
            "vap-driver/",
            *LAYERS,
            *FUZZ,
            *PKI,
            *KERNEL,
            *WIRE,
            *BROWSER,
        ),
        parts=("kernel", "vap-driver", "wtp-agent"),
    ),
    Stage(
        "vapd",
        "the daemon of a VAP host",
        "vapd",
        (("make", "check"),),
        full=(("make", "check-full"),),
        quick=(("make", "check-files", "check-unit", "check-component"),),
        left_out="fuzzing, hostapd",
        paths=("vapd/", "daemon/", "vap-driver/", *LAYERS, *FUZZ, *PKI, *KERNEL, *WIRE),
        parts=("kernel", "vap-driver", "vapd"),
    ),
    Stage(
        "nfv",
        "network functions and the daemon that runs them",
        "packet-node",
        (("make", "-C", "../lvnf", "check"), ("make", "check")),
        full=(("make", "-C", "../lvnf", "check"), ("make", "check-full")),
        quick=(
            ("make", "-C", "../lvnf", "check-unit"),
            ("make", "check-files", "check-unit", "check-component"),
        ),
        left_out="fuzzing, frames through scripts, Open vSwitch, the benchmark",
        paths=(
            *("packet-node/", "lvnf/", "daemon/"),
            *("testbed/cloudmac_testbed/results.py", "testbed/cloudmac_testbed/verdict.py"),
            *(*LAYERS, *FUZZ, *PKI, *KERNEL, *WIRE),
        ),
        parts=("kernel",),
    ),
    Stage("java", "unit tests of the controller", ".", ((*MAVEN, "verify"),), paths=CONTROLLER),
    Stage(
        "hostap",
        "hostapd and wpa_supplicant on VAP radios beside stock radios",
        "vap-driver",
        (("make", "check-hostap"),),
        full=(("make", "check-hostap-full"),),
        left_out="boots the lab kernel",
        paths=(
            *("vap-driver/", "daemon/", "wtp-agent/", "testbed/cloudmac_testbed/results.py"),
            *(*KERNEL, *WIRE),
        ),
        parts=("kernel", "vap-driver", "wtp-agent"),
    ),
    Stage(
        "ovs",
        "the patched Open vSwitch",
        "ovs-patches",
        # "applies" checks that each version with local sources yields the recorded source.
        (("make", "applies", "check"),),
        full=(
            ("make", "applies", "compiles", "check", "check-asan"),
            ("make", "check-valgrind"),
            ("make", "check-upstream"),
        ),
        left_out="boots the lab kernel",
        paths=("ovs-patches/", "testbed/cloudmac_testbed/uml.py", *KERNEL),
        parts=("kernel", "ovs"),
    ),
    # Before "karaf", whose last test runs three controllers, which would take the processors from a
    # machine that is emulated in real time.
    Stage(
        "debian",
        "the VAP driver in Debian's kernel",
        "vap-driver",
        (("make", "check-dkms"), ("make", "check-debian")),
        left_out="boots emulated machines",
        paths=("vap-driver/", *WIRE),
    ),
    Stage(
        "karaf",
        "the controller's distribution",
        "karaf",
        # With Playwright, for the tests of the page.
        (("../.ci/python", *PYTEST[1:], "tests"),),
        left_out="starts controllers",
        paths=(*CONTROLLER, "ovs-patches/", *BROWSER),
        parts=("ovs", "java"),
        environment=SHORT_LIVED,
    ),
    Stage(
        "packages",
        "Debian packages in clean roots",
        "packages",
        PYTESTS,
        left_out="boots roots of Debian",
        paths=(
            *("packages/", "daemon/", "wtp-agent/", "vapd/", "packet-node/", "lvnf/", "sdk/"),
            *("vap-driver/", *CONTROLLER),
        ),
        parts=("java",),
    ),
    Stage("docs", "pages and their site", ".", (("./cloudmac", "docs", "--check"),)),
    Stage(
        "medium",
        "the simulated medium",
        "testbed/medium",
        (("make", "-s", "lint", "check"),),
        quick=(("make", "-s", "lint", "check-theory"),),
        left_out="sanitizers, fuzzing",
        paths=("testbed/medium/", ".ci/cycles.py", *FUZZ),
    ),
    Stage(
        "wire",
        "wire format: vectors, fuzzing, dissector",
        "wire",
        (("make", "check"),),
        paths=("testbed/cloudmac_wire/", *FUZZ, *WIRE),
    ),
    Stage(
        "unit",
        "tests of the testbed that boot nothing",
        "testbed",
        lab_tests("unit"),
        full=lab_tests("unit", True),
        paths=("testbed/", "vap-driver/", "docs/", "cloudmac", *WIRE),
        parts=("medium",),
    ),
    Stage("pki", "certificates", "pki", PYTESTS, paths=("pki/",)),
    Stage(
        "sdk",
        "the Python SDK and the command cloudmac",
        "sdk",
        # With pyang, for the test that compares its dataclasses with the YANG modules.
        (("../.ci/python", *PYTEST[1:], "tests"),),
        paths=(
            *("sdk/", "lvnf/", "cloudmac-api/src/main/yang/", "cloudmac-api/vectors/"),
            "cloudmac-impl/src/test/java/io/cloudmac/impl/mobility/",
        ),
    ),
)


def by_name(names):
    """Returns the stages of these names, in the order of STAGES; all if there are none.

    Raises ValueError for an unknown name."""
    known = [stage.name for stage in STAGES]
    for name in names:
        if name not in known:
            raise ValueError(f"no stage '{name}'; the stages are: {', '.join(known)}")
    return [stage for stage in STAGES if not names or stage.name in names]


def concerned(chosen, files):
    """Returns the stages of ``chosen`` that one of the files concerns. files: names from the top
    of the tree."""
    return [stage for stage in chosen if any(file.startswith(stage.paths) for file in files)]


def quick(chosen):
    """Returns the stages of ``chosen`` that have commands in a quick run."""
    return [stage for stage in chosen if stage.steps(is_quick=True)]


def parts(chosen):
    """Returns the parts to build before these stages, in the order of a build."""
    return [part for part in PARTS if any(part in stage.parts for stage in chosen)]
