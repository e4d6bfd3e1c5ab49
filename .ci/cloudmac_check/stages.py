# SPDX-License-Identifier: Apache-2.0
"""Defines the stages of the check: commands and folders."""
import dataclasses

PYTEST = ("/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider")
FULL_ENVIRONMENT = {"CLOUDMAC_FULL": "1", "FUZZ_SECONDS": "60"}
"""Environment of all stages in a full run."""


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
    beside: bool = False
    """Runs in the background while the other stages leave a processor idle."""

    def steps(self, is_full):
        """Returns the commands to run."""
        return self.full if is_full and self.full is not None else self.commands


MAVEN_VERIFY = (
    "mvn",
    "-B",
    "-ntp",
    "-Dmaven.javadoc.skip=true",
    # Assembling the distribution over an old one loses files of OpenDaylight. The stage
    # "karaf" tests the distribution and its feature.
    "-pl",
    "!karaf,!features/odl-cloudmac",
    "verify",
)

LAB_TESTS = (*PYTEST, "--durations=25", "-rfE", "tests", "cloudmac_wire")
"""Command of the stage "lab"; lab.tests_command() adds the selection of tests."""

STAGES = (
    Stage("lint", "linters over the whole tree", ".", ((".ci/lint",),)),
    Stage("door", "./cloudmac and this runner", ".ci", (("./python", *PYTEST[1:], "tests"),)),
    Stage("docs", "pages and their site", ".", (("./cloudmac", "docs", "--check"),)),
    Stage("wire", "wire format: vectors, fuzzing, dissector", "wire", (("make", "check"),)),
    Stage("pki", "certificates", "pki", ((*PYTEST, "tests"),)),
    Stage(
        "lab",
        "end-to-end tests",
        "testbed",
        (LAB_TESTS,),
        full=(
            LAB_TESTS,
            ("../cloudmac", "run", "chaos", "--quick"),
        ),
    ),
    Stage(
        "agent",
        "the WTP agent",
        "wtp-agent",
        (("make", "check"),),
        full=(("make", "check-full"),),
        beside=True,
    ),
    Stage(
        "medium",
        "the simulated medium",
        "testbed/medium",
        (("make", "-s", "lint", "check"),),
        beside=True,
    ),
    Stage("java", "unit tests of the controller", ".", (MAVEN_VERIFY,), beside=True),
    Stage(
        "driver",
        "the VAP driver in the debug kernel, and hostapd on VAP radios",
        "vap-driver",
        (
            ("../testbed/kernel/build", "debug"),
            ("make", "lint", "check"),
            ("make", "check-hostap"),
        ),
        full=(
            ("../testbed/kernel/build", "debug"),
            ("make", "lint", "check"),
            ("make", "check-hostap-full"),
        ),
        beside=True,
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
        beside=True,
    ),
    Stage("karaf", "the controller's distribution", "karaf", ((*PYTEST, "tests"),), beside=True),
    Stage(
        "debian",
        "the VAP driver in Debian's kernel",
        "vap-driver",
        (("make", "check-debian"),),
        beside=True,
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
