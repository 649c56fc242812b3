"""Our style sheet for mail, written on each tag: mail clients know no style sheet. What depends on the
reader's screen stays one.

A tag's style hangs on its name and its classes alone, so that each kind of tag is worked out once and
thousands of mails are styled by looking them up. A selector that would ask for more is refused.
"""

import re

Style = dict[str, str]
MOST_TAGS = 2000

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_FLAT = re.compile(r"\.?[a-z][a-z0-9-]*")
_TAG = re.compile(r"(<[a-z][^<>]*>)")
_CLASSES = re.compile(r' class="([^"]*)"')
_OWN = re.compile(r' style="([^"]*)"')
_SPACE = re.compile(r"\s+")


class Sheet:
    """A style sheet read once: `kept` stays in the mail's head, the rest is for `inline`."""

    def __init__(self, css: str) -> None:
        css = _COMMENT.sub("", css)
        self.kept = _SPACE.sub(" ", "".join(_MEDIA.findall(css))).strip()
        self.rules: dict[str, Style] = {}
        for selectors, declarations in _RULE.findall(_MEDIA.sub("", css)):
            for selector in selectors.split(","):
                self._add(selector.strip(), _style_of_rule(declarations))
        self._styled = _StyledTags(self.rules)

    def _add(self, selector: str, style: Style) -> None:
        if not _FLAT.fullmatch(selector):
            raise ValueError(f"mail styles hang on one tag or one class: {selector!r}")
        self.rules.setdefault(selector, {}).update(style)

    def inline(self, html: str) -> str:
        """Every opening tag with the style it has coming."""
        parts = _TAG.split(html)
        parts[1::2] = [self._styled[tag] for tag in parts[1::2]]
        return "".join(parts)


class _StyledTags(dict[str, str]):
    """Opening tags as a mail writes them, worked out when first met: nearly a fifth of `deadline-storm`. A
    tag's own style has the last word."""

    def __init__(self, rules: dict[str, Style]) -> None:
        self.rules = rules
        self.order = {selector: n for n, selector in enumerate(rules)}

    def __missing__(self, tag: str) -> str:
        if len(self) >= MOST_TAGS:  # addresses differ from mail to mail
            self.clear()
        name = tag[1:-1].partition(" ")[0]
        style = self._style_of(name, _CLASSES.search(tag))
        own = _OWN.search(tag)
        if style and own:
            styled = tag.replace(own[0], f' style="{style};{own[1]}"', 1)
        else:
            styled = f'{tag[:-1]} style="{style}">' if style else tag
        self[tag] = styled
        return styled

    def _style_of(self, name: str, classes: re.Match[str] | None) -> str:
        """The tag's own rule first, then those of its classes as the sheet has them."""
        style = dict(self.rules.get(name, {}))
        known = [f".{one}" for one in (classes[1].split() if classes else ()) if f".{one}" in self.rules]
        for selector in sorted(known, key=self.order.__getitem__):
            style |= self.rules[selector]
        return ";".join(f"{what}:{how}" for what, how in style.items())


def _style_of_rule(declarations: str) -> Style:
    pairs = (one.partition(":") for one in declarations.split(";") if ":" in one)
    return {what.strip(): _SPACE.sub(" ", how.strip()).replace('"', "'") for what, _colon, how in pairs}
