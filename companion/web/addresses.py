"""The addresses by which other phones reach this device, the likeliest first (E-58, E-59, E-62)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

import ifaddr
from flask import current_app, request

#: adapters behind which no phone of the room is: containers, virtual machines, tunnels, mobile data
_APART = re.compile(
    r"lo\d*$|docker|br-|veth|virbr|vnet|vmnet|vboxnet|cni|flannel|kube|podman|lxc|lxd|tun|tap|rmnet|ccmni|pdp_ip|utun|wg|ppp|zt|tailscale"
    r"|.*(virtual|vmware|hyper-v|vethernet|wsl|zerotier|wireguard|tailscale|loopback|npcap)",
    re.IGNORECASE,
)
#: home routers first, then phones as hotspots, then larger networks; whatever else is private last
_LIKELY = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "172.20.10.0/28", "10.0.0.0/8", "172.16.0.0/12")))
#: addresses that only a tunnel gives to a device at home
_SHARED = ipaddress.ip_network("100.64.0.0/10")
LOOPBACK_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost")


def ranked(found: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Rank (adapter, IPv4 address) pairs for phones in the room, and leave out what they cannot reach."""
    usable = [ip for adapter, ip in found if not _APART.match(adapter) and _is_reachable(ip)]
    return tuple(sorted(dict.fromkeys(usable), key=_rank))


def _is_reachable(ip: str) -> bool:
    address = ipaddress.ip_address(ip)
    apart = address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast
    return not apart and address not in _SHARED


def _rank(ip: str) -> int:
    address = ipaddress.ip_address(ip)
    return next((rank for rank, network in enumerate(_LIKELY) if address in network), len(_LIKELY))


def of_this_device() -> tuple[str, ...]:
    """List the addresses of this device on the networks that it is on now, the likeliest first."""
    return ranked((a.nice_name or a.name, str(ip.ip)) for a in ifaddr.get_adapters() for ip in a.ips if ip.is_IPv4)


def is_loopback(host: str) -> bool:
    """Tell whether a host, with or without a port, is this device under a name that no other device can use."""
    name = _name(host)
    if name in LOOPBACK_NAMES or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _name(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".").lower()


def _serves_phones(host: str) -> bool:
    """Tell whether a phone can be sent to a host: by number or full name, for many cannot find names in .local."""
    name = _name(host)
    return bool(name) and not is_loopback(host) and "." in name and not name.endswith(".local")


def base_urls() -> tuple[str, ...]:
    """List the addresses that phones can be sent to, without a path: the advertised one alone where there is one.

    Else the one under which this page was opened stands first, if it is any good for others: it works.
    """
    advertised = current_app.config["URL"]
    if advertised:
        return (advertised,)
    opened = [request.host] if _serves_phones(request.host) else []
    _, colon, port = request.host.rpartition(":")
    suffix = f":{port}" if colon and port.isdigit() else ""
    hosts = dict.fromkeys([*opened, *(ip + suffix for ip in of_this_device())])
    return tuple(f"{request.scheme}://{host}" for host in hosts)
