"""Replies to a mail of ours as mail programs make them, with orders at every place."""

import quopri
import re
from base64 import encodebytes
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any, NamedTuple

import yaml

DATA = yaml.safe_load(Path(__file__).with_name("clients.yaml").read_text(encoding="utf-8"))

ORDERS = ("A PAR - BUR", "F BRE - ENG", "A MAR S A PAR - BUR")  # what the writer wants
STALE = ("A PAR - PIC", "F BRE - PIC", "A MAR - GAS")  # what he wanted in an earlier letter

PLACES = ("top", "bottom", "between", "signature", "edited", "template", "nowhere")
QUOTED = ("ours", "stale", "both")  # what is quoted: our mail, an earlier letter, both


class Reply(NamedTuple):
    """A letter, which client's it is, where in it its orders stand, what it quotes, and as what it
    is sent. `marked`: whether a reader sees where the quotation ends; `answers`: whether the letter
    says which mail it answers."""

    raw: bytes
    client: str
    place: str
    quotes: str
    form: str
    marked: bool
    answers: bool

    @property
    def clear(self) -> bool:
        """Whether anybody can see that its orders are its writer's own."""
        if self.place in ("bottom", "between"):
            return self.marked
        return self.place in ("top", "template")


class _Pieces(NamedTuple):
    above: list[str]  # what the program puts above the quotation
    marked: bool
    language: str
    client: str


def plain(text: str) -> str:
    """Orders without what typing them otherwise changes: names, dashes, bullets, case, breaks."""
    text = " ".join(text.upper().split())
    for code, name in _NAMES:
        text = text.replace(name.upper(), code)
    return "".join(char for char in text.replace("->", "") if char.isalnum())


def reply(random: Random, sent: Sequence[str], message_id: str, subject: str) -> Reply:
    """A reply to the mail with these lines: client, language, form and places are drawn."""
    pieces = _heading(random, subject)
    place = random.choice(PLACES)
    quotes = random.choice(QUOTED)
    if place == "edited" or pieces.client in ("rule_alone", "pasted"):
        quotes = "ours"  # nobody could tell an earlier letter there from this one
    form = random.choice(("plain", "plain", "html", "alternative"))
    quoted = _quoted(sent, quotes, edited=place == "edited")
    if place == "template":
        quoted, pieces = _template(sent), pieces._replace(above=[], marked=False)
    orders = list(ORDERS) if form == "alternative" else _dressed(random)
    if random.random() < 0.3 and place != "edited":  # the tag stands elsewhere, or nowhere
        tag = subject[subject.index("[") :]
        subject = subject.replace(tag, "").strip()
        orders = random.choice(([tag, *orders], orders))
    client, marked, texts = pieces.client, True, []
    if form != "html":
        plain = _plain(random, pieces, place, quoted, orders, bare=form == "alternative")
        texts.append(("plain", plain))
        marked = pieces.marked
    if form != "plain":
        name = random.choice(sorted(DATA["html"]))
        style = DATA["html"][name]
        texts.append(("html", _html(style, pieces, place, quoted, orders)))
        client = f"{name}+{client}"
        parted = place != "between" or _INNERMOST.search(style["quote"]) is not None
        marked &= bool(style["marks"]) and parted
    answers = random.random() < 0.8 or pieces.client in ("rule_alone", "pasted")
    head = (
        f"From: france@example.org\nTo: games@example.org\nSubject: Re: {subject}\n"
        f"Message-ID: <{random.getrandbits(60)}@example.org>\n"
    )
    if answers:
        head += f"In-Reply-To: {message_id}\n"
    raw = head.encode() + _body(random, pieces.language, texts)
    return Reply(raw, client, place, quotes, form, marked, answers)


def _heading(random: Random, subject: str) -> _Pieces:
    kind = random.choice(("attributions", "attributions", "fields", "fields", "bare"))
    language = random.choice(sorted(DATA["languages"]))
    if kind == "attributions":
        client = random.choice(sorted(DATA[kind]))
        ending = client.rpartition("_")[2]
        language = ending if ending in DATA["languages"] else language
    words = {
        **{key: DATA["languages"][language][key] for key in ("date", "time", "day")},
        "name": "Games", "address": "games@example.org", "to": "France", "subject": subject,
    }  # fmt: skip
    if kind == "attributions":
        text = DATA[kind][client]["text"].format(**words)
        return _Pieces(text.split("\n"), DATA[kind][client]["marked"], language, client)
    if kind == "bare":
        client = random.choice(sorted(DATA[kind]))
        return _Pieces(DATA[kind][client].format(**words).split("\n"), False, language, client)
    client = random.choice(sorted(DATA["headings"]))
    heading = DATA["headings"][client]
    names = DATA["fields"].get(language, DATA["fields"]["en"])
    values = [
        random.choice(["Games <games@example.org>", "Games [mailto:games@example.org]"]),
        f"{words['date']} {words['time']}",
        random.choice(["France <france@example.org>", "france@example.org", "France"]),
        subject,
    ]
    shown = [heading["field"].format(name=names[at], value=values[at]) for at in heading["order"]]
    above = [heading["above"]] if heading["above"] else []
    return _Pieces([*above, *shown], False, language, f"{client}.{language}")


def _quoted(sent: Sequence[str], quotes: str, *, edited: bool) -> list[str]:
    earlier = ["Hello,", "here are my orders:", "", *STALE, "", "Ada"]
    if quotes == "stale":
        return earlier
    ours = _changed(sent) if edited else list(sent)
    return [*ours, "", *earlier] if quotes == "both" else ours


def _changed(sent: Sequence[str]) -> list[str]:
    """Our mail with the writer's orders put where its template of them is."""
    mine = {order[:5]: order for order in ORDERS}
    return [f"  {mine[line.strip()[:5]]}" if line.strip()[:5] in mine else line for line in sent]


def _template(sent: Sequence[str]) -> list[str]:
    """The template alone, with what stands right above it, pasted and changed."""
    at = next(index for index, line in enumerate(sent) if line.startswith("Your orders, to be"))
    return _changed(sent[at:])


_NAMES = (
    ("A PAR", "Army Paris"), ("F BRE", "Fleet Brest"), ("A MAR", "Army Marseilles"),
    ("BUR", "Burgundy"), ("ENG", "English Channel"), (" S ", " supports "),
)  # fmt: skip
_FRONTS = ("", "", "", "- ", "* ", "• ", "1. ", "– ", "  ", "\xa0", "☐ ")


def _dressed(random: Random) -> list[str]:
    """The orders as somebody types them."""
    front = random.choice(_FRONTS)
    dash = random.choice((" - ", " - ", "-", " – ", " → ", " -> "))
    lines = [front + order.replace(" - ", dash) for order in ORDERS]
    if random.random() < 0.2:
        lines = [line for order in lines for line in (order, "")]
    if random.random() < 0.2:
        for code, name in _NAMES:
            lines = [line.replace(code, name) for line in lines]
        if random.random() < 0.5:
            lines = [part for line in lines for part in wrap(line, 40)]
    if random.random() < 0.2:
        lines = [line.lower() for line in lines]
    return lines


def _plain(
    random: Random,
    pieces: _Pieces,
    place: str,
    quoted: Sequence[str],
    orders: Sequence[str],
    *,
    bare: bool = False,
) -> str:
    mark = random.choice(("> ", ">", "> ")) if pieces.marked else ""
    width = random.choice((999, 999, 72, 60))
    quoted = [part for line in quoted for part in (wrap(line, width) or [""])]
    if mark and random.random() < 0.2:  # the mark is not put before the rest of a line
        lines = [
            part
            for line in quoted
            for part in (wrap(mark + line, 72, break_on_hyphens=False) or [mark.rstrip()])
        ]
    else:
        lines = [f"{mark}{line}".rstrip() if mark else line for line in quoted]
    above = [""] * random.randrange(2) + [*pieces.above] + [""] * random.randrange(2)
    if place == "between":
        cut = len(lines) // 2
        lines[cut:cut] = ["", *orders, ""]
    body = [*above, *lines]
    sig = ["", random.choice(DATA["phones"]), ""] if not bare and random.random() < 0.3 else []
    if place == "top":
        body = ["Hi,", "", *orders, "", *sig, *body]
    elif place == "bottom":
        body = [*body, "", *orders, "", *sig]
    elif place == "signature":
        body = ["Hello", "", "-- ", "Ada", *orders, "", *body]
    else:
        body = ["Hello", *sig, "", *body]
    if not bare and random.random() < 0.2:
        body += ["", *random.choice(DATA["footers"]).split("\n")]
    return "\n".join(body) + "\n"


_INNERMOST = re.compile(r"<blockquote[^>]*>(?=\{quoted\}</blockquote>)")


def _html(
    style: dict[str, Any], pieces: _Pieces, place: str, quoted: Sequence[str], orders: Sequence[str]
) -> str:
    def shown(lines: Sequence[str]) -> str:
        return "".join(
            style["line"].format(text=escape(line).replace("  ", "&nbsp; ") or "<br>")
            for line in lines
        )

    if place == "template":
        return f"<html><body>{shown(quoted)}</body></html>"
    inner = shown(quoted)
    if place == "between":
        cut = len(quoted) // 2
        between = shown(orders)
        if opened := _INNERMOST.search(style["quote"]):  # the program parts the quotation there
            between = f"</blockquote>{between}{opened[0]}"
        inner = shown(quoted[:cut]) + between + shown(quoted[cut:])
    above = "<br>".join(map(escape, pieces.above))
    quote = style["quote"].replace("{above}", above).replace("{quoted}", inner)
    if place == "top":
        body = shown(["Hi,", *orders]) + quote
    elif place == "bottom":
        body = shown(["Hello"]) + quote + shown(orders)
    elif place == "signature":
        body = shown(["Hello", "-- ", "Ada", *orders]) + quote
    else:
        body = shown(["Hello"]) + quote
    return f"<html><head><title>x</title></head><body>{body}</body></html>"


def _body(random: Random, language: str, texts: Sequence[tuple[str, str]]) -> bytes:
    parts = [b"\n".join(_part(random, language, *text)) for text in texts]
    if len(parts) == 1:
        return b"MIME-Version: 1.0\n" + parts[0]
    inner = b"".join(b"--=_next\n" + part + b"\n" for part in parts)
    head = b'MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="=_next"\n\n'
    return head + inner + b"--=_next--\n"


def _part(random: Random, language: str, kind: str, text: str) -> Iterator[bytes]:
    charset = random.choice(DATA["languages"][language]["charsets"])
    try:
        raw = text.encode(charset)
    except UnicodeEncodeError:
        charset, raw = "utf-8", text.encode()
    more = ""
    if kind == "plain" and random.random() < 0.3:
        more = "; format=flowed" + random.choice(("", "; delsp=no"))
        stuffed = (f" {line}" if line[:1] in (" ", "F") else line for line in text.split("\n"))
        raw = "\n".join(line if line == "-- " else line.rstrip() for line in stuffed).encode(
            charset
        )
    yield f"Content-Type: text/{kind}; charset={charset}{more}".encode()
    encoding = random.choice(("8bit", "quoted-printable", "base64"))
    yield f"Content-Transfer-Encoding: {encoding}\n".encode()
    if encoding == "base64":
        yield encodebytes(raw)
    else:
        yield quopri.encodestring(raw) if encoding == "quoted-printable" else raw
