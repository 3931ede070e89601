"""HTML mail as lines, in the style of the programs that write it."""

from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.html import DEEPEST, html_text
from mail.letters import read_letter

NOW = datetime(2026, 12, 1, 10, tzinfo=UTC)


def own(source: str) -> list[str]:
    """What the letter's writer wrote himself, without empty lines."""
    message = EmailMessage()
    message.set_content(source, subtype="html")
    letter = read_letter(message.as_bytes(), NOW)
    return [line.text for line in letter.lines if line.kind == "text" and line.text.strip()]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("B<span>U</span>R", "BUR"),
        ("<b>A</b> PAR\n  -&nbsp;BUR  <i>now</i> ", "A PAR - BUR now"),
        ("<b>A </b> <i> PAR</i>", "A PAR"),
        ("one<br>two<br/>three<BR>", "one\ntwo\nthree"),
        ("<div>one<br></div><div><br></div><div>two</div>", "one\n\ntwo"),
        ("<p>one<p>two", "one\ntwo"),
        ("<p>one</p><p>&nbsp;</p><p>two</p>", "one\n\ntwo"),
        ("<ul><li>one</li><li>two</ul><ol><li>three</ol>", "one\ntwo\nthree"),
        ("<h1>one</h1>two<hr>three", "one\ntwo\nthree"),
        ("&lt;A PAR&gt; &#8211;&gt; BUR &amp;c.", "<A PAR> –> BUR &c."),
        ("A < B > C, 3<4", "A < B > C, 3<4"),
        ('<a title="x > y">z</a>', "z"),
        ("A PAR - <s>BUR</s> GAS", "A PAR - ~~BUR~~ GAS"),
        ("<del>A<br>B</del> C", "~~A~~\n~~B~~ C"),
        ('<p style="text-decoration: line-through">A PAR H<p>B', "~~A PAR H~~\nB"),
        ("<p><span style='mso-list:Ignore'>1.</span>A PAR H", "A PAR H"),
        ("<pre>A PAR - BUR\n  F BRE H</pre>C", "A PAR - BUR\n  F BRE H\nC"),
        ('<span style="white-space: pre-wrap">one\ntwo  three</span>', "one\ntwo  three"),
        ('<span style="display:block">one</span>two', "one\ntwo"),
        ("&gt; A PAR - BUR", "> A PAR - BUR"),
        ('cut<a href="off', 'cut<a href="off'),
    ],
)
def test_lines_and_spaces(source: str, text: str) -> None:
    assert html_text(source) == text


@pytest.mark.parametrize(
    "source",
    [
        "<style>p > a { color: red }</style>seen",
        "<head><title>no</title><script>if (a < b) no()</script></head>seen",
        "seen<!-- no <b> -->",
        "<!--[if mso]><p>no</p><![endif]-->seen<![if !mso]><![endif]>",
        '<div style="DISPLAY: none !important">no<div>no</div>no</div>seen',
        '<span style="font-size:0px">no</span>seen',
        '<td style="font-size:0">no<div style="font-size:13px">seen</div>no</td>',
        '<div style="font-size:0"><b style="font-size:2em">no</b><font size="2">seen</font></div>',
        "<div hidden>no<br>no</div>seen",
        '<p style="display:none">no<p>seen',
        '<span style="display:none">no<span>no</span>no</span>seen',
        '<span style="visibility:hidden">no</span>seen<i style="mso-hide:all">no</i>',
        "seen<style>no",
    ],
)
def test_what_a_reader_does_not_see_is_left_out(source: str) -> None:
    text = html_text(source)
    assert "seen" in text
    assert "no" not in text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<tr><td>A</td><td>PAR</td><td></td><td>- BUR</td></tr><tr><td>F", "A PAR - BUR\nF"),
        ("<table><tr><td><p>A PAR</p><td><p>&nbsp;</p><td><p>H</p></table>x", "A PAR H\nx"),
        ("<table><tr><td>logo</td><td>one<br>two</td></tr></table>", "logo\none\ntwo"),
        ("<table><tr><td><table><tr><td>a<td>b<tr><td>c</table></td></tr></table>d", "a b\nc\nd"),
        ("<table><tr><td>a<td><blockquote>b</blockquote></table>", "a\n> b"),
    ],
)  # fmt: skip
def test_cells(source: str, text: str) -> None:
    assert html_text(source) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a<blockquote>b<blockquote>c<br><br>d</blockquote>e</blockquote>f",
         "a\n> b\n> > c\n> >\n> > d\n> e\nf"),
        ('<div class="x yahoo_quoted">a<div>b</div></div>c', "> a\n> b\nc"),
        ('<span class="moz-cite-prefix">a</span>b', "> a\nb"),
        ("a<div id=appendonsend></div><hr><div id='divRplyFwdMsg'>b</div>c", "a\n> b\n> c"),
        ("<div><div>a</div><DIV class=OutlookMessageHeader>b</DIV>c</div>d", "a\n> b\n> c\nd"),
        ("<div>a</div><div><div id=divRplyFwdMsg>b</div></div>c", "a\n> b\n> c"),
        ('a<blockquote type="cite"><div><div id=divRplyFwdMsg>b</div></div></blockquote>c',
         "a\n> b\nc"),
        ('<blockquote style="margin:0 0 0 40px;border:none;padding:0px">a</blockquote>', "a"),
        ("<blockquote style='border:none;border-left:solid #ccc 1pt'>a</blockquote>", "> a"),
        ('<blockquote type="cite" style="border:none">a</blockquote>', "> a"),
        ("<blockquote><pre>a\u2028b&#8232;c</pre></blockquote>", "> a\n> b\n> c"),
        ("<blockquote>a\u2028b&#133;\x85c</blockquote>", "> a b… c"),
        ("a<div style='border:none;border-left:solid blue 1.5pt;padding:0cm'>b</div>c",
         "a\n> b\nc"),
        ("<blockquote><i>a</blockquote></i></div></blockquote>b", "> a\nb"),
        ("<div><blockquote><table><tr><td>a</div>b", "> a\n> b"),
    ],
)  # fmt: skip
def test_quotations(source: str, text: str) -> None:
    assert html_text(source) == text


def test_who_parts_what_proton_quotes_writes_between() -> None:
    quote = '<blockquote class="protonmail_quote" type="cite">{}</blockquote>'
    source = (
        '<div class="protonmail_quote">On Tuesday Games wrote:<br>'
        f"{quote.format('a')}<div>A PAR H</div>{quote.format('b')}</div>"
    )
    assert html_text(source) == "> On Tuesday Games wrote:\n> a\nA PAR H\n> b"


GMAIL = (
    '<div dir="ltr">{top}<div><br></div></div><br>'
    '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue, Dec'
    ' 1, 2026 at 11:00 AM Games &lt;<a href="mailto:g@example.org">g@example.org</a>&gt; wrote:<br>'
    '</div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid'
    ' rgb(204,204,204);padding-left:1ex">The form:<br>&nbsp; A PAR H<br>F BRE H<br>\r\n'
    "</blockquote>"
    "{below}</div>\r\n"
)
OUTLOOK = (
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head>'
    "<!--[if gte mso 9]><xml><o:shapedefaults/></xml><![endif]--><style><!--\r\n"
    "p.MsoNormal {{margin:0cm; font-size:11.0pt}}\r\n--></style></head>"
    "<body lang=EN-GB><div class=WordSection1>{top}<p class=MsoNormal><o:p>&nbsp;</o:p></p>"
    "<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
    "<p class=MsoNormal><b><span lang=EN-US>From:</span></b><span lang=EN-US> Games<br><b>Sent:</b>"
    " 01 December 2026 11:00<br><b>To:</b> Ada<br><b>Subject:</b> Trial<o:p></o:p></span></p></div>"
    "</div><p class=MsoNormal>A PAR H<o:p></o:p></p></div></body></html>"
)
OUTLOOK_WEB = (
    '<body dir="ltr"><div class="elementToProof" style="font-size: 12pt;">{top}</div>'
    '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
    '<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>Von:</b> Games<br>'
    "<b>An:</b> Ada</font><div>&nbsp;</div></div><div class=BodyFragment>"
    '<div class="PlainText">A PAR H<br>F BRE H</div></div></body>'
)
APPLE = (
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head>'
    '<body style="overflow-wrap: break-word; -webkit-nbsp-mode: space;">{top}<div><br>'
    '<blockquote type="cite"><div>On 1 Dec 2026, at 11:00, Games &lt;g@example.org&gt; wrote:</div>'
    '<br class="Apple-interchange-newline"><div>A PAR H<br>F BRE H</div></blockquote>'
    "{below}</div></body></html>"
)
PHONE = (
    '<html><body dir="auto">{top}<div dir="ltr"></div><div dir="ltr"><br><blockquote type="cite">'
    "On 1 Dec 2026, at 11:00, Games wrote:<br><br></blockquote></div>"
    '<blockquote type="cite"><div dir="ltr"><span>A PAR H</span><br></div></blockquote>'
    "{below}</body></html>"
)
YAHOO = (
    '<div class="ydp1f2e3dyahoo-style-wrap"><div dir="ltr">{top}</div></div>'
    '<div id="ydp1f2e3dyahoo_quoted_01" class="ydp1f2e3dyahoo_quoted"><div>'
    "<div>On Tuesday 1 December 2026, Games &lt;g@example.org&gt; wrote:</div>"
    "<div>A PAR H<br></div></div></div>{below}"
)
ALL = [GMAIL, OUTLOOK, OUTLOOK_WEB, APPLE, PHONE, YAHOO]
WITH_TEXT_BELOW = [GMAIL, APPLE, PHONE, YAHOO]

WRITTEN = [
    "<div>A PAR - BUR</div><div>F BRE - ENG</div>",
    "A PAR - BUR<br>F BRE - ENG<br>",
    "<p class=MsoNormal>A PAR <b>-</b> B<span style='color:red'>U</span>R<o:p></o:p></p>\r\n"
    "<p class=MsoNormal>F BRE &#8209; ENG<o:p></o:p></p>".replace("&#8209;", "-"),
    "<ul><li>A PAR - BUR</li><li>F BRE -\r\nENG</li></ul>",
    "<ol><li><p class=MsoListParagraph>A PAR - BUR<li><div>F BRE - ENG</div></ol>",
    "<table class=MsoTableGrid><tbody><tr><td width=10><p class=MsoNormal>A PAR</p></td>"
    "<td><p class=MsoNormal>-</p></td><td><p class=MsoNormal>BUR</p></td></tr>"
    "<tr><td>F BRE</td><td>-</td><td>ENG</td></tr></tbody></table>",
    "<table><tr><td><table><tr><td>A&nbsp;PAR&nbsp;-&nbsp;BUR</td></tr><tr><td>F BRE - ENG</td>"
    "</tr></table></td></tr></table>",
    '<div style="display:none">A PAR - PIC</div><pre>A PAR - BUR\r\nF BRE - ENG</pre>',
]


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("style", ALL)
def test_orders_above_the_quotation(style: str, written: str) -> None:
    assert own(style.format(top=written, below="")) == ["A PAR - BUR", "F BRE - ENG"]


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("style", WITH_TEXT_BELOW)
def test_orders_below_the_quotation(style: str, written: str) -> None:
    assert own(style.format(top="", below=written)) == ["A PAR - BUR", "F BRE - ENG"]


def test_a_forwarded_mail_is_not_the_writers() -> None:
    forwarded = (
        '<div>see below</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded'
        " message ---------<br>From: Bo</div><br><br><div>A PAR H<blockquote>x</blockquote>A MAR H"
        "</div></div>"
    )
    assert own(forwarded) == ["see below"]


def test_a_long_correspondence_stays_quoted_at_every_depth() -> None:
    text = html_text("<blockquote>" * 40 + "deep" + "</blockquote>" * 39 + "one</blockquote>none")
    assert text == "> " * DEEPEST + "deep\n> one\nnone"


HOSTILE = [
    "<!--", "<a ", "<a b='", '<a b="x>', "<![x[", "<?", "</", "<", "&#", "&#x", "&", "<b><div>",
    "</b>", "<div>", "</div>", "<td>", "<table><tr><td>", "<blockquote>", "<br>", "<p>", "</td>",
    "<hr id=stopSpelling>", "<span style='font-size:0'>", "<style>", "</table>", "<pre>\n", " ",
    "=", "x",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_of_two_hundred_thousand_characters(piece: str) -> None:
    """A reader that takes the square of its time would not come back from these."""
    half = piece * (100_000 // len(piece))
    assert len(html_text(half + ">" + half)) < 6_000_000


def test_a_number_too_long_for_python() -> None:
    assert html_text("a&#" + "9" * 5000 + ";b") == "a\ufffdb"


PIECES = st.sampled_from([*HOSTILE, "class=gmail_quote>", "</tr>", "\r", "\u2028", "\ud800", "\0"])


@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))
def test_any_text_gives_lines(source: str) -> None:
    assert isinstance(html_text(source), str)
    for line in html_text(f"<blockquote>{source}").splitlines():
        if "blockquote" not in source and "<" not in source:
            assert line.startswith(">")
