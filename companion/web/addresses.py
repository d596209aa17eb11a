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
#: what a server listens on that answers at every address of this device
EVERYWHERE = ("0.0.0.0", "::", "*", "")  # noqa: S104


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


def all_of_this_device() -> frozenset[str]:
    """List every address of this device, whoever can reach it there."""
    found = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips)
    return frozenset(ip if isinstance(ip, str) else ip[0] for ip in found)


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
    if host.count(":") > 1:
        return host  # an IPv6 address without its brackets holds no port
    return host.partition(":")[0].rstrip(".").lower()


def _serves_phones(host: str) -> bool:
    """Tell whether a phone can be sent to a host: by number or full name, for many cannot find names in .local."""
    name = _name(host)
    return bool(name) and not is_loopback(host) and "." in name and not name.endswith(".local")


def served_at(listening: str, port: int | None) -> tuple[str, ...]:
    """List the addresses, host and port, at which phones find a server that listens on a host, the likeliest first.

    A server that listens on loopback alone has none (E-57).
    """
    hosts = of_this_device() if listening in EVERYWHERE else (listening,)
    suffix = "" if port is None else f":{port}"
    return tuple(f"[{host}]{suffix}" if ":" in host else host + suffix for host in hosts if not is_loopback(host))


def base_urls() -> tuple[str, ...]:
    """List the addresses that phones can be sent to, without a path: the advertised one alone where there is one.

    Else the one under which this page was opened stands first, if it is any good for others: it works.
    """
    advertised = current_app.config["URL"]
    if advertised:
        return (advertised,)
    opened = [f"{request.scheme}://{request.host}"] if _serves_phones(request.host) else []
    return tuple(dict.fromkeys([*opened, *_own_urls()]))


def _own_urls() -> list[str]:
    """List this server's own addresses; who else started it than the command is taken at this request's word."""
    listening = current_app.config["LISTENING"]
    if listening:
        return [f"http://{host}" for host in served_at(*listening)]
    _, colon, port = request.host.rpartition(":")
    found = served_at("", int(port) if colon and port.isdigit() else None)
    return [f"{request.scheme}://{host}" for host in found]


def join_urls(code: str) -> tuple[str | None, list[str]]:
    """Give the address of a table's join page that is to be drawn, None without a network, and the others (E-59).

    Where the likeliest does not work, `via` in the address of this page names another.
    """
    urls = [f"{base}/t/{code}/join" for base in base_urls()]
    chosen = request.args.get("via") if request.args.get("via") in urls else next(iter(urls), None)
    return chosen, [url for url in urls if url != chosen]


def instead_of_loopback() -> str | None:
    """Give the address to open instead of this one, or None where this one is good or nothing better is certain.

    Cookies belong to one address: a table that is made at localhost is lost at the address of the QR (E-58). It goes
    from a loopback name on this very device to an address of a server that says itself where it listens: never to an
    advertised one, behind which a proxy may ask for localhost again and again.
    """
    listening = current_app.config["LISTENING"]
    if current_app.config["URL"] or not listening:
        return None
    if not (is_loopback(request.host) and is_loopback(request.remote_addr or "")):
        return None
    return next(iter(_own_urls()), None)
