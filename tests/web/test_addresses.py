"""Which address phones are sent to, on made-up lists of networks."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.addresses import base_urls, is_loopback, ranked, served_at
from tests.conftest import URL, Phone, build


@pytest.mark.parametrize(
    ("found", "best"),
    [
        ([("lo", "127.0.0.1"), ("wlan0", "192.168.178.23")], ["192.168.178.23"]),
        ([("docker0", "172.17.0.1"), ("br-1a2b", "172.18.0.1"), ("eth0", "10.0.0.5")], ["10.0.0.5"]),
        ([("eth0", "10.8.0.5"), ("wlan0", "192.168.1.9")], ["192.168.1.9", "10.8.0.5"]),
        ([("eth0", "169.254.3.4")], []),
        ([("tun0", "10.8.0.6"), ("wg0", "10.9.0.2"), ("tailscale0", "100.101.1.2")], []),
        ([("en0", "100.101.1.2"), ("en1", "192.168.0.2")], ["192.168.0.2"]),
        ([("en0", "172.20.10.2"), ("en1", "10.0.0.2")], ["172.20.10.2", "10.0.0.2"]),
        ([("rmnet0", "10.44.1.2"), ("wlan0", "192.168.43.1")], ["192.168.43.1"]),
        ([("vEthernet (WSL)", "172.22.0.1"), ("Ethernet 2", "192.168.2.5")], ["192.168.2.5"]),
        ([("VirtualBox Host-Only Network", "192.168.56.1"), ("Wi-Fi", "192.168.2.5")], ["192.168.2.5"]),
        ([("eth0", "203.0.113.9"), ("eth1", "172.16.4.4")], ["172.16.4.4", "203.0.113.9"]),
        ([("eth0", "192.168.1.2"), ("eth0", "192.168.1.2")], ["192.168.1.2"]),
    ],
)
def test_e59_home_networks_first_and_no_network_apart(found: list[tuple[str, str]], best: list[str]) -> None:
    assert list(ranked(found)) == best


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8000", "127.0.0.1:80", "127.9.9.9", "[::1]:8000", "0.0.0.0", "a.localhost", "::1"]
)
def test_e58_names_of_this_device_alone_are_known(host: str) -> None:
    assert is_loopback(host)


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand in for the networks that this device is on."""
    found = ["192.168.1.9", "10.0.0.5"]
    monkeypatch.setattr("companion.web.addresses.of_this_device", lambda: tuple(found))
    return found


@pytest.mark.parametrize(
    ("host", "urls"),
    [
        ("localhost:8000", ["http://192.168.1.9:8000", "http://10.0.0.5:8000"]),
        ("10.0.0.5:8000", ["http://10.0.0.5:8000", "http://192.168.1.9:8000"]),
        ("laptop.local:8000", ["http://192.168.1.9:8000", "http://10.0.0.5:8000"]),
        ("laptop", ["http://192.168.1.9", "http://10.0.0.5"]),
        ("vegas.example:81", ["http://vegas.example:81", "http://192.168.1.9:81", "http://10.0.0.5:81"]),
    ],
)
@pytest.mark.usefixtures("networks")
def test_e62_phones_are_sent_to_a_number(app: Flask, host: str, urls: list[str]) -> None:
    """E-58, E-62: however the host opened the page; no loopback, and no name in .local."""
    app.config["URL"] = None
    with app.test_request_context("/", base_url=f"http://{host}"):
        assert list(base_urls()) == urls


def test_the_advertised_address_stands_alone(app: Flask) -> None:
    with app.test_request_context("/", base_url="http://10.0.0.5:8000"):
        assert base_urls() == (URL,)


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize(
    ("listening", "hosts"),
    [
        ("0.0.0.0", ("192.168.1.9:8000", "10.0.0.5:8000")),
        ("::", ("192.168.1.9:8000", "10.0.0.5:8000")),
        ("10.0.0.5", ("10.0.0.5:8000",)),
        ("fd00::5", ("[fd00::5]:8000",)),
        ("127.0.0.1", ()),
        ("::1", ()),
        ("localhost", ()),
    ],
)
def test_e57_only_addresses_that_answer_are_shown(app: Flask, listening: str, hosts: tuple[str, ...]) -> None:
    """E-57, E-58: a server that listens on one address is found at that one, on loopback alone nowhere."""
    assert served_at(listening, 8000) == hosts
    app.config.update(URL=None, LISTENING=(listening, 8000))
    with app.test_request_context("/", base_url="http://localhost:8000"):
        assert base_urls() == tuple(f"http://{host}" for host in hosts)


@pytest.mark.usefixtures("networks")
def test_behind_a_proxy_the_own_addresses_keep_the_own_port(app: Flask) -> None:
    app.config.update(URL=None, LISTENING=("0.0.0.0", 8000))
    with app.test_request_context("/", base_url="https://vegas.example"):
        assert base_urls() == ("https://vegas.example", "http://192.168.1.9:8000", "http://10.0.0.5:8000")


# Opened as localhost


@pytest.fixture
def at_home(app: Flask, networks: list[str]) -> Flask:
    """Listen as the command does by default."""
    app.config.update(URL=None, LISTENING=("0.0.0.0", 8000))
    return app


@pytest.mark.parametrize("name", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_e58_a_host_at_localhost_is_led_to_the_address_of_the_room(at_home: Flask, name: str) -> None:
    """E-58: before a table is made there, for cookies belong to one address; and it does not go round in a circle."""
    answer = Phone(at_home).get("/", base_url=f"http://{name}")
    assert (answer.status_code, answer.location) == (302, "http://192.168.1.9:8000/")
    assert answer.headers["Cache-Control"] == "no-cache", "another day, another network"
    assert Phone(at_home).get("/", base_url=answer.location).status_code == 200


@pytest.mark.parametrize("networks_then", [(), ("192.168.1.9",)])
def test_e58_a_form_at_localhost_opens_no_table_once_there_is_a_network(
    at_home: Flask, networks: list[str], networks_then: tuple[str, ...]
) -> None:
    """E-58: without a network it does; with one, a redirect of a form would be blocked by our own policy."""
    networks.clear()
    phone = Phone(at_home)
    token = phone.token()
    networks.extend(networks_then)
    answer = phone.post("/tables", token=token, game="toy", players="2")
    assert answer.status_code == (422 if networks_then else 303)
    if networks_then:
        assert "No table was opened: other phones cannot follow to this address." in answer.text
        assert 'href="http://192.168.1.9:8000/"' in answer.text
        assert "companion_device" not in str(answer.headers.getlist("Set-Cookie"))


def test_e58_whoever_has_tables_at_localhost_finds_them_there(at_home: Flask, networks: list[str]) -> None:
    networks.clear()
    phone = Phone(at_home)
    code = phone.post("/tables", game="toy", players="2").location.rsplit("/", 1)[1]
    networks.append("192.168.1.9")
    page = phone.get("/").text
    assert code in page
    assert "You opened this as localhost" in page
    assert 'href="http://192.168.1.9:8000/"' in page


@pytest.mark.parametrize(
    ("config", "asked_by"),
    [
        ({"URL": "http://table.test:8000", "LISTENING": ("127.0.0.1", 8000)}, "127.0.0.1"),
        ({"URL": "https://vegas.example", "LISTENING": ("0.0.0.0", 8000)}, "127.0.0.1"),
        ({"URL": None, "LISTENING": ("127.0.0.1", 8000)}, "127.0.0.1"),
        ({"URL": None, "LISTENING": None}, "127.0.0.1"),
        ({"URL": None, "LISTENING": ("0.0.0.0", 8000)}, "172.17.0.1"),
    ],
    ids=["tests", "proxy", "loopback", "other-server", "container"],
)
def test_nobody_is_led_where_it_might_not_open(
    app: Flask, networks: list[str], config: dict[str, object], asked_by: str
) -> None:
    """An advertised address, a server that says nothing of itself, or one on loopback: the page says so."""
    assert networks
    app.config.update(config)
    answer = Phone(app).get("/", environ_overrides={"REMOTE_ADDR": asked_by})
    assert answer.status_code == 200


def test_e58_without_a_network_the_start_explains_the_hotspot(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = build(tmp_path_factory.mktemp("alone"), url=None)
    app.config["LISTENING"] = ("127.0.0.1", 8000)
    for base in ("http://localhost:8000", "http://laptop:8000"):
        page = Phone(app).get("/", base_url=base).text
        assert "switch on the hotspot of one phone" in page
        assert 'href="http' not in page
