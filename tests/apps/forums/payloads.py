"""Texts that try to run a script, load something from elsewhere or leave the page: our own, and mutations of
them."""

import random
from itertools import product

FOREIGN = "//foreign.example/x"
RUN = "window.__ran=1"

HTML = (
    f"<script>{RUN}</script>",
    f"<script src={FOREIGN}></script>",
    f"<img src=x onerror={RUN}>",
    f"<img src={FOREIGN}.png>",
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<svg><a xlink:href='javascript:{RUN}'><text y=20>x</text></a></svg>",
    f"<math><mtext><table><mglyph><style><img src=x onerror={RUN}>",
    f"<iframe src=javascript:{RUN}></iframe>",
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    f"<iframe src=https:{FOREIGN}></iframe>",
    f"<object data=https:{FOREIGN}></object>",
    f"<embed src=https:{FOREIGN}>",
    f"<video src=https:{FOREIGN} onerror={RUN} autoplay></video>",
    f"<audio src=https:{FOREIGN} autoplay></audio>",
    f"<link rel=stylesheet href=https:{FOREIGN}.css>",
    f"<style>@import 'https:{FOREIGN}.css'; body{{background:url(https:{FOREIGN}.png)}}</style>",
    f"<p style=\"background:url('https:{FOREIGN}.png')\">x</p>",
    f"<body onload={RUN}>",
    f"<details open ontoggle={RUN}><summary>x</summary></details>",
    f"<input autofocus onfocus={RUN}>",
    f"<form action=https:{FOREIGN}><button autofocus>x</button></form>",
    f"<meta http-equiv=refresh content='0;url=https:{FOREIGN}'>",
    f"<base href=https:{FOREIGN}/>",
    f"<template><script>{RUN}</script></template>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>'>",
    f"<!--><img src=x onerror={RUN}>-->",
    f"<a href=javascript:{RUN} autofocus>x</a>",
    f"<marquee onstart={RUN}>x</marquee>",
    f"<img srcset='https:{FOREIGN}.png 1x'>",
    f"</textarea><script>{RUN}</script>",
    f"</title><script>{RUN}</script>",
    f"</div></article></main><script>{RUN}</script>",
    f'"><script>{RUN}</script>',
    f"' autofocus onfocus='{RUN}",
    f"<x contenteditable onblur={RUN} tabindex=1 autofocus>x</x>",
    # what the scripts of our own pages would obey
    f"<b hx-get=https:{FOREIGN} hx-trigger=load>x</b>",
    f"<b hx-on:click={RUN} hx-on::load={RUN} data-hx-on:load={RUN}>x</b>",
    f"<b hx-ext=x hx-vals=js:{RUN} hx-post=/theme/ hx-trigger=load>x</b>",
    f"<div hx-swap-oob=true id=contenu><script>{RUN}</script></div>",
    f"<a href=https:{FOREIGN} data-topic=game:x data-verb=x hx-boost=true autofocus>x</a>",
    f"<button formaction=javascript:{RUN} popovertarget=x onclick={RUN}>x</button>",
    f"<svg><set attributeName=href to=javascript:{RUN} /><use href=https:{FOREIGN}#x /></svg>",
    f"<p onpointerrawupdate={RUN} onanimationstart={RUN} class=anim-fondu>x</p>",
    f"<isindex type=image src=x onerror={RUN}>",
    f"<dialog open oncancel={RUN} onclose={RUN}><form method=dialog><button "
    "autofocus>x</button></form></dialog>",
)
MARKDOWN = (
    f"[x](javascript:{RUN})",
    f"[x](JaVaScRiPt:{RUN})",
    f"[x](java&#x0A;script:{RUN})",
    f"[x](&#106;avascript:{RUN})",
    f"[x](\x01javascript:{RUN})",
    f"[x](vbscript:{RUN})",
    f"[x](data:text/html,<script>{RUN}</script>)",
    f"[x]: javascript:{RUN}\n[x]",
    f"<javascript:{RUN}>",
    f"![x](https:{FOREIGN}.png)",
    f"![x](data:image/svg+xml,<svg onload={RUN}>)",
    f'![x](image:1" onerror="{RUN})',
    f'![x" onerror="{RUN}](image:1)',
    f'[x](/a" onmouseover="{RUN})',
    f"[x](https:{FOREIGN} 'a\" onclick=\"{RUN}')",
    f"```html\n<script>{RUN}</script>\n```",
    f"`<script>{RUN}</script>`",
    f"> <img src=x onerror={RUN}>",
    f"- <svg onload={RUN}>",
    f"| a |\n|---|\n| <img src=x onerror={RUN}> |",
    f"# <script>{RUN}</script>",
    f'@"<script>{RUN}</script>"',
    f'@"x onclick={RUN}"',
    "{{ 7|add:1 }}{% csrf_token %}",
    f"**<b onclick={RUN}>x</b>**",
)


def upper(text: str) -> str:
    return (
        text.replace("script", "ScRiPt")
        .replace("img", "IMG")
        .replace("onerror", "OnErRoR")
        .replace("svg", "sVg")
    )


def slashed(text: str) -> str:
    return text.replace(" on", "/on").replace("<img ", "<img/").replace("<svg ", "<svg/")


def entities(text: str) -> str:
    return text.replace("<", "&lt;").replace(">", "&gt;")


def spaced(text: str) -> str:
    return text.replace("<", "<\t").replace("javascript:", "java\tscript:")


def doubled(text: str) -> str:
    return text.replace("<script", "<scr<script>ipt").replace("<img", "<<img")


def nulled(text: str) -> str:
    return text.replace("script", "scr\u200bipt").replace("onerror=", "onerror\u00a0=")


def quoted(text: str) -> str:
    return text.replace(f"={RUN}", f'="{RUN}"').replace("src=x", 'src="x"')


def coded(text: str) -> str:
    return text.replace("javascript:", "&#106;&#97;vascript&colon;").replace("onerror", "onerro&#114;")


def escaped(text: str) -> str:
    return f"\"'>{text}<!--"


def nested(text: str) -> str:
    return f"**[a]({text}) {text}**"


def closed(text: str) -> str:
    return f"</p></li></a></svg>--></style></textarea>{text}"


MUTATIONS = (str, upper, slashed, entities, spaced, doubled, nulled, quoted, coded, escaped, nested, closed)


def payloads() -> list[str]:
    """Every text with every mutation, each once."""
    made = (mutate(text) for text, mutate in product((*HTML, *MARKDOWN), MUTATIONS))
    return list(dict.fromkeys(made))


def thousands(count: int, seed: int = 18) -> list[str]:
    """Mutations of mutations, and pairs joined at a random place: always the same ones."""
    chance, base = random.Random(seed), payloads()
    made = []
    while len(made) < count:
        one, other = chance.choice(base), chance.choice(base)
        at = chance.randrange(len(one) + 1)
        made.append(chance.choice(MUTATIONS)(one[:at] + chance.choice(("", "\n\n", other)) + one[at:]))
    return made
