"""Order lines gone wrong, for what has to read any text."""

from collections.abc import Sequence

from hypothesis import strategies as st


@st.composite
def mangled(draw: st.DrawFn, lines: Sequence[str], marks: Sequence[str]) -> str:
    """One of the lines with pieces cut out, doubled, exchanged, or strewn with marks."""
    text = draw(st.sampled_from(lines))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 6)))
        part = draw(
            st.sampled_from([text[start:end] * 2, text[start:end][::-1]]) | st.sampled_from(marks)
        )
        text = text[:start] + part + text[end:]
    return text
