# SPDX-License-Identifier: Apache-2.0
"""Creation and deletion of radios. A refused request names its error and changes nothing."""

import contextlib
import struct

import genl
import pytest
from lab import (
    TOOL,
    DriverRadio,
    Module,
    Netns,
    UserNetns,
    Veth,
    connected,
    hostapd,
    kernel_log,
    radios,
    run,
    supplicant,
    wait_for,
)

BASE = 256  # index of no interface


def refused(*arguments: str, words: str, netns: str | None = None):
    """Checks that the tool fails, prints 'words' and changes no radio."""
    before = radios(netns)
    done = run(TOOL, *arguments, check=False, netns=netns)
    assert done.returncode != 0, done.stdout
    assert words in done.stderr, done.stderr
    assert radios(netns) == before


def test_loads_without_radios():
    """The module has no radios after loading, ten times."""
    for _ in range(10):
        with Module():
            assert radios() == []


def test_many_radios(module):
    """Sixty radios on five devices, each with its own address; all deleted."""
    veths = [Veth() for _ in range(5)]
    for veth in veths:
        veth.__enter__()
    try:
        names = [run(TOOL, "add", "--lower", veths[n % 5].a).stdout.strip() for n in range(60)]
        listed = radios()
        assert [r["name"] for r in listed] == names
        assert len({r["address"][-5:] for r in listed}) == 60
        assert {r["lower"] for r in listed} == {v.a for v in veths}
        for name in names[::2]:
            run(TOOL, "del", name)
        assert [r["name"] for r in radios()] == names[1::2]
        for radio in radios():
            run(TOOL, "del", str(radio["id"]))
        assert radios() == []
    finally:
        for veth in veths:
            veth.__exit__()


def test_unloads_with_radios_up(module):
    """Unloading deletes the radios that are left."""
    with Veth() as veth, DriverRadio(veth.a) as one, DriverRadio(veth.b) as two:
        for radio in (one, two):
            run("ip", "link", "set", radio.ifname, "up")
        module.unload()
        run("ip", "link", "show", veth.a)


def test_description(module):
    """list shows the parameters of a radio."""
    with Veth() as veth, DriverRadio(
        veth.a,
        "--vlan",
        "4094",
        "--name",
        "first",
        "--channels",
        "3",
        "--address",
        "02:aa:00:00:00:10",
        "--status-timeout",
        "300",
        "--pending-max",
        "100",
        "--credit",
        "off",
    ) as radio:
        assert radio.describe() | {"id": None} == {
            "id": None,
            "name": "first",
            "address": "02:aa:00:00:00:10",
            "lower": veth.a,
            "vlan": 4094,
            "channels": 3,
            "status_timeout_ms": 300,
            "pending_max": 100,
            "pending": 0,
            "credit": False,
            "role": "ap",
        }
        assert "first" in run(TOOL, "list").stdout


def test_addresses_stay_the_same(module):
    """The default address depends only on the lower device."""
    with Veth() as veth:
        with DriverRadio(veth.a) as radio:
            first = radio.describe()["address"]
        with DriverRadio(veth.a) as radio:
            assert radio.describe()["address"] == first
        assert first.startswith("02:43:4d:")


def test_address_beside_another(module):
    """Addresses of radios that a WTP with a mask serves: they differ in few bits."""
    beside = ("--beside", "02:aa:00:00:00:10")
    with Veth() as veth, DriverRadio(veth.a, "--address", "02:bb:00:00:00:11"):
        with DriverRadio(veth.a, *beside) as one, DriverRadio(veth.a, *beside) as two:
            chosen = [radio.describe()["address"] for radio in (one, two)]
            assert chosen == ["02:aa:00:00:00:12", "02:aa:00:00:00:13"]
            for more in (("--address", "02:aa:00:00:00:20"), beside):
                words = "more than one address"
                refused("add", "--lower", veth.a, *beside, *more, words=words)
        refused(
            "add", "--lower", veth.a, "--beside", "03:aa:00:00:00:10", words="no address beside"
        )
        refused("add", "--lower", veth.a, "--beside", "02:aa:00:00:00", words="not a MAC address")


@pytest.mark.parametrize(
    "addresses",
    [("02:ee:00:00:00:07", "02:ee:00:00:00:0e"), ("02:ee:00:00:00:39", "02:ee:00:00:00:e1")],
    ids=["twelve-bits", "all-bits"],
)
def test_default_vap_ids_differ(module, addresses):
    """Default addresses differ in the VAP id, also in different namespaces. The hashes of
    these lower devices' addresses are equal in 12 or 16 bits of the id."""
    with Netns() as netns, Veth() as one, Veth() as two:
        for veth, address in zip((one, two), addresses, strict=True):
            run("ip", "link", "set", veth.a, "address", address)
        run("ip", "link", "set", two.a, "netns", netns)
        with DriverRadio(one.a) as first, DriverRadio(two.a, netns=netns) as second:
            ids = {radio.describe()["address"][-5:] for radio in (first, second)}
            assert len(ids) == 2


def test_refused_by_the_driver(module):
    """The driver names the error of each request."""
    with Veth() as veth, DriverRadio(veth.a, "--name", "one", "--address", "02:aa:00:00:00:10"):
        add = ["add", "--lower", veth.a]
        refused("add", "--lower", "lo", words="not wired Ethernet")
        refused("add", "--lower", "wlan0", words="not wired Ethernet")
        refused(*add, "--address", "01:00:5e:00:00:01", words="group")
        refused(*add, "--address", "00:00:00:00:00:00", words="null")
        refused(*add, "--address", "02:aa:00:00:ff:ff", words="any VAP")
        refused(*add, "--address", "02:aa:00:00:00:10", words="another radio")
        refused(*add, "--name", "one", words="another radio has this name")
        refused(*add, "--name", "a/b", words="has a slash")
        refused("del", "nobody", words="no such radio")
        refused("stats", "99", words="no such radio")


def test_refused_by_the_tool(module):
    """The tool checks its arguments before it sends a request."""
    with Veth() as veth:
        add = ["add", "--lower", veth.a]
        refused("add", words="--lower IFNAME is missing")
        refused("add", "--lower", "nosuchif", words="no such interface")
        for vlan in ("0", "4095", "-1", "x", "1x", "99999999999999999999"):
            refused(*add, "--vlan", vlan, words="1 to 4094")
        refused(*add, "--address", "02:aa", words="not a MAC address")
        refused(*add, "--address", "02:aa:00:00:00:10:11", words="not a MAC address")
        refused(*add, "--channels", "0", words="1 to 16")
        refused(*add, "--status-timeout", "9", words="10 to 10000")
        refused(*add, "--pending-max", "1", words="16 to 65536")
        refused(*add, "--credit", "maybe", words="on or off")
        refused(*add, "more", words="unexpected argument: more")
        refused("fly", words="no such command")
        refused("del", words="needs the name")


@pytest.mark.parametrize(
    "attributes,error",
    [
        (b"", "EINVAL"),
        (genl.u32(genl.LOWER, 0), "ERANGE"),
        (genl.u32(genl.LOWER, BASE), "ENODEV"),
        (genl.attribute(genl.LOWER, b"\x01"), "EINVAL"),
        (genl.u32(genl.LOWER, BASE) + genl.attribute(genl.VLAN, struct.pack("=H", 0)), "ERANGE"),
        (genl.u32(genl.LOWER, BASE) + genl.attribute(genl.VLAN, struct.pack("=H", 4095)), "ERANGE"),
        (genl.u32(genl.LOWER, BASE) + genl.attribute(genl.ADDRESS, b"\x02\0\0"), "ERANGE"),
        (genl.u32(genl.LOWER, BASE) + genl.u32(genl.CHANNELS, 0), "ERANGE"),
        (genl.u32(genl.LOWER, BASE) + genl.u32(genl.CHANNELS, 17), "ERANGE"),
        (genl.u32(genl.LOWER, BASE) + genl.u32(genl.TIMEOUT, 10001), "ERANGE"),
        (genl.u32(genl.LOWER, BASE) + genl.u32(genl.PENDING, 65537), "ERANGE"),
        (genl.u32(genl.LOWER, BASE) + genl.attribute(genl.NAME, b"x" * 70 + b"\0"), "EINVAL"),
        (genl.u32(genl.LOWER, BASE) + genl.attribute(genl.NAME, b"not terminated"), "EINVAL"),
        (genl.u32(genl.LOWER, BASE) + genl.attribute(genl.NAME, b"\0"), "EINVAL"),
        (genl.u32(genl.LOWER, BASE) + genl.u32(99, 1), "EINVAL"),
    ],
)
def test_invalid_attributes(module, attributes, error):
    """The driver checks the attributes of requests that the tool never sends."""
    assert genl.name_of(genl.request(genl.NEW_RADIO, attributes)) == error
    assert radios() == []


def test_invalid_selections(module):
    """Requests that name no radio fail."""
    for command in (genl.DEL_RADIO, genl.GET_RADIO, genl.GET_STATS):
        assert genl.name_of(genl.request(command, b"")) == "EINVAL"
        assert genl.name_of(genl.request(command, genl.u32(genl.ID, 5))) == "ENODEV"
        assert genl.name_of(genl.request(command, genl.u32(genl.ID, 2**31))) == "ERANGE"


def test_needs_privileges(module):
    """An unprivileged user cannot create radios."""
    with Veth() as veth:
        done = run(
            "setpriv",
            "--reuid",
            "65534",
            "--clear-groups",
            TOOL,
            "add",
            "--lower",
            veth.a,
            check=False,
        )
        assert done.returncode == 1
        assert "not permitted" in done.stderr
        assert radios() == []


def test_mtu_too_small(module):
    """A small MTU is refused for a new radio, and as a change of a device in use."""
    with Veth(mtu=1699) as veth:
        refused("add", "--lower", veth.a, words="below 1700")
        assert any("MTU 1699 is too small" in line for line in kernel_log())
        for end in (veth.a, veth.b):
            run("ip", "link", "set", end, "mtu", "1700")
        with DriverRadio(veth.a):
            run("ip", "link", "set", veth.a, "mtu", "2000")
            done = run("ip", "link", "set", veth.a, "mtu", "1699", check=False)
            assert done.returncode != 0
            assert "mtu 2000" in run("ip", "link", "show", veth.a).stdout
            assert any("MTU 1699 refused" in line for line in kernel_log())
        run("ip", "link", "set", veth.a, "mtu", "1500")


def test_lower_device_in_use(module):
    """The port of a bridge cannot be a lower device, and a lower device cannot be a port."""
    with Veth() as veth:
        run("ip", "link", "add", "br7", "type", "bridge")
        try:
            run("ip", "link", "set", veth.a, "master", "br7")
            refused("add", "--lower", veth.a, words="a bridge, Open vSwitch")
            run("ip", "link", "set", veth.a, "nomaster")
            with DriverRadio(veth.a):
                assert run("ip", "link", "set", veth.a, "master", "br7", check=False).returncode
            run("ip", "link", "set", veth.a, "master", "br7")
        finally:
            run("ip", "link", "del", "br7")


def test_lower_device_by_an_alternative_name(module):
    """Names have at most 15 characters, alternative names 127."""
    with Veth() as veth:
        for name in ("wired-alt", "enx-interface-of-this-vap-host"):
            run("ip", "link", "property", "add", "dev", veth.a, "altname", name)
            with DriverRadio(name) as radio:
                assert radio.describe()["lower"] == veth.a
        for name in ("enx-an-interface-that-is-not-there", "w" * 127, "w" * 4000):
            refused("add", "--lower", name, words="no such interface")


@contextlib.contextmanager
def macvlan(parent, kind, *mode):
    """Adds the interface 'mv0' on another, and removes it at the end."""
    run("ip", "link", "add", "mv0", "mtu", "1700", "link", parent, "type", kind, "mode", *mode)
    try:
        run("ip", "link", "set", "mv0", "up")
        yield "mv0"
    finally:
        run("ip", "link", "del", "mv0")


def test_macvlan_that_receives_no_radio_tags(module):
    """Refused: a radio on it would send, and never receive a frame to its radio tags."""
    with Veth() as veth:
        for mode in ("bridge", "vepa", "private"):
            with macvlan(veth.a, "macvlan", mode) as lower:
                refused("add", "--lower", lower, words="use its parent or mode passthru")
        with macvlan(veth.a, "macvlan", "passthru", "nopromisc") as lower:
            refused("add", "--lower", lower, words="remove the flag")


def test_macvlan_in_mode_passthru(module):
    """It carries all frames, so a station on the other side associates."""
    with Veth() as veth, macvlan(veth.a, "macvlan", "passthru") as lower:
        with DriverRadio(lower, "--address", "02:aa:00:00:12:34") as ap:
            with Netns() as netns, DriverRadio(veth.b) as station:
                station.move(netns)
                with hostapd(ap), supplicant(station, "key_mgmt=NONE", 2437) as client:
                    wait_for(lambda: connected(client), "the station is connected")


def test_limits_of_a_user_namespace():
    """Each user namespace has a limit of radios, which nested ones share. A request for more
    pending frames than the namespace may have is refused."""
    too_many = "as many radios as the module parameter user_radios_max"
    with Module(
        "user_radios_max=2", "user_pending_max=100"
    ), Veth() as own, Veth() as veth, Veth() as other:
        add = ["add", "--lower", own.a]
        refused(*add, "--pending-max", "101", words="user_pending_max")
        with DriverRadio(own.a, "--pending-max", "100") as first, DriverRadio(own.a):
            refused(*add, words=too_many)
            with UserNetns() as user, user.nested() as nested:
                user.take(veth.b)
                nested.take(other.b)
                with DriverRadio(veth.b, netns=user) as radio, DriverRadio(other.b, netns=nested):
                    refused("add", "--lower", veth.b, netns=user, words=too_many)
                    refused("add", "--lower", other.b, netns=nested, words=too_many)
                    radio.delete()
                    with DriverRadio(other.b, netns=nested):
                        refused("add", "--lower", veth.b, netns=user, words=too_many)
            first.delete()
            with DriverRadio(own.a):
                refused(*add, words=too_many)


def test_address_without_vap_id(module):
    """An interface with an address that means any VAP cannot go up."""
    with Veth() as veth, DriverRadio(veth.a) as radio:
        run("ip", "link", "set", radio.ifname, "address", "02:aa:00:00:ff:ff")
        assert run("ip", "link", "set", radio.ifname, "up", check=False).returncode
        run("ip", "link", "set", radio.ifname, "address", "02:aa:00:00:ff:fe")
        run("ip", "link", "set", radio.ifname, "up")


def test_namespaces(module):
    """A radio is visible in the namespace of its creation, and uses a device there."""
    with Netns() as netns, Veth() as veth:
        run("ip", "link", "set", veth.b, "netns", netns)
        run("ip", "link", "set", veth.b, "up", netns=netns)
        with DriverRadio(veth.b, netns=netns) as radio:
            assert radios() == []
            assert radio.describe()["lower"] == veth.b
            refused("del", radio.phy, words="no such radio")
        refused("add", "--lower", veth.a, netns=netns, words="no such interface")
