"""Which address phones are sent to, on made-up lists of networks."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.addresses import base_urls, is_loopback, ranked
from tests.conftest import URL


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
    "host", ["localhost", "LOCALHOST:8000", "127.0.0.1:80", "127.9.9.9", "[::1]:8000", "0.0.0.0", "a.localhost"]
)
def test_e58_names_of_this_device_alone_are_known(host: str) -> None:
    assert is_loopback(host)


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
def test_e62_phones_are_sent_to_a_number(
    app: Flask, monkeypatch: pytest.MonkeyPatch, host: str, urls: list[str]
) -> None:
    """E-58, E-62: however the host opened the page; no loopback, and no name in .local."""
    monkeypatch.setattr("companion.web.addresses.of_this_device", lambda: ("192.168.1.9", "10.0.0.5"))
    app.config["URL"] = None
    with app.test_request_context("/", base_url=f"http://{host}"):
        assert list(base_urls()) == urls


def test_the_advertised_address_stands_alone(app: Flask) -> None:
    with app.test_request_context("/", base_url="http://10.0.0.5:8000"):
        assert base_urls() == (URL,)
