"""Addresses that requests go to: read once, strictly, and public unless home is meant."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triclinium import outgoing
from triclinium.outgoing import BadAddress, may_reach, read_address

NO_ADDRESS = [
    "https://127.0.0.1\\.push.apple.com/x",
    "https://[",
    "https://[::1",
    "https://]",
    "https://",
    "https:///x",
    "https:host/x",
    "//host/x",
    "ftp://host/x",
    "http://host/x",
    "https://host:0/",
    "https://host:65536/",
    "https://host:/",
    "https://host:x/",
    "https://name@host/",
    "https://name:word@host/",
    "https://host#@other/",
    "https://host/#part",
    "https://host/a b",
    "https://host/\\other",
    "https://host\t.example/",
    "https://host\n.example/",
    "https://host/\r\nX: y",
    "https://host%2eexample/",
    "https://host_name/",
    "https://hôte.example/",
    "https://ⓛocalhost/",
    "https://host。example/",
    "https://host./",
    "https://.host/",
    "https://a..b/",
    "https://-a.example/",
    "https://a-.example/",
    "https://" + "a" * 64 + ".example/",
    "https://" + "a." * 126 + "bc/",
    "https://host/" + "a" * 2048,
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.0.0.1/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://1.1.1.01/",
    "https://1.1.1.256/",
    "https://[1.1.1.1]/",
    "https://[fe80::1%25eth0]/",
    "https://[::ffff:127.0.0.1]/",
    " https://host/",
    "https://host/ ",
    "",
    None,
    5,
    b"https://host/",
]


@pytest.mark.parametrize("text", NO_ADDRESS)
def test_table_1_what_is_not_plainly_an_address_is_refused(text: object) -> None:
    with pytest.raises(BadAddress) as refused:
        read_address(text)
    assert "word" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "host", "port", "target"),
    [
        ("https://fcm.googleapis.com/fcm/send/a:b-c_d", "fcm.googleapis.com", 443, "/fcm/send/a:b-c_d"),
        ("HTTPS://Web.Push.Apple.COM/x?y=%20z", "web.push.apple.com", 443, "/x?y=%20z"),
        ("https://hooks.example", "hooks.example", 443, "/"),
        ("https://hooks.example:8443?a", "hooks.example", 8443, "/?a"),
        ("https://1.1.1.1/", "1.1.1.1", 443, "/"),
        ("https://[2606:4700:4700:0:0::1111]/x", "2606:4700:4700::1111", 443, "/x"),
    ],
)
def test_an_address_is_taken_apart_and_written_anew(text: str, host: str, port: int, target: str) -> None:
    address = read_address(text)
    assert (address.host, address.port, address.target) == (host, port, target)
    assert read_address(address.url) == address


@given(st.text(st.sampled_from("htps:/[]@\\.#?%0x7f1a-\t\n é")))
def test_whatever_is_read_is_read_the_same_again(text: str) -> None:
    for wanted in (text, f"https://{text}", f"https://{text}.example/"):
        try:
            address = read_address(wanted)
        except BadAddress:
            continue
        assert read_address(address.url) == address
        assert set(address.host) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-:")


INSIDE = {
    "home": "127.0.0.1 127.8.9.1 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.1.1 ::1 fc00::1 "
    "fd12::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1",
    "nowhere": "0.0.0.0 0.1.2.3 169.254.169.254 192.0.0.8 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 "
    "224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 :: fe80::1 fec0::1 ff02::1 64:ff9b::1.1.1.1 64:ff9b:1::1 "
    "100::1 2001::1 2001:db8::1 2002:7f00:1::1 3fff::1 5f00::1 ::1.1.1.1 ::ffff:169.254.169.254 ::ffff:0:1.1.1.1",
    "public": "1.1.1.1 93.184.215.14 172.32.0.1 100.128.0.1 2606:4700::1111 2a00:1450::1 ::ffff:1.1.1.1",
}


@pytest.mark.parametrize("where", INSIDE)
def test_table_1_only_public_addresses_are_reached_unless_home_is_meant(where: str) -> None:
    for text in INSIDE[where].split():
        ip = ipaddress.ip_address(text)
        assert may_reach(ip, "public") == (where == "public"), text
        assert may_reach(ip, "home") == (where != "nowhere"), text


@given(st.ip_addresses())
def test_what_is_reached_is_public_by_the_library_too(ip: outgoing.Ip) -> None:
    if may_reach(ip, "public") and getattr(ip, "ipv4_mapped", None) is None:
        assert ip.is_global and not ip.is_multicast
