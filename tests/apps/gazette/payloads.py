"""Script payloads of our own, and their mutations. Used by the sanitiser's tests and by the browser."""

import random

HOST = "https://espion.example"
SEEDS = (
    "<script>parent.hacked=1;window.hacked=1</script>",
    "<script src={host}/x.js></script>",
    "<img src=x onerror=window.hacked=1>",
    "<img src={host}/pixel.png>",
    '<img srcset="{host}/a.png 2x" src="{host}/b.png">',
    "<svg onload=window.hacked=1><script>window.hacked=1</script></svg>",
    "<svg><a xlink:href=javascript:window.hacked=1><text>x</text></a></svg>",
    "<svg><animate onbegin=window.hacked=1 attributeName=x dur=1s>",
    "<svg><foreignObject><iframe src=javascript:window.hacked=1></iframe></foreignObject></svg>",
    "<math><mtext><table><mglyph><style><img src=x "
    "onerror=window.hacked=1></style></mglyph></table></mtext></math>",
    "<math href=javascript:window.hacked=1>x</math>",
    "<iframe src={host}></iframe>",
    '<iframe srcdoc="<script>top.hacked=1</script>"></iframe>',
    "<object data={host}/x.swf></object>",
    "<embed src={host}/x.swf>",
    "<form action={host}><button autofocus onfocus=window.hacked=1>x</button></form>",
    "<input autofocus onfocus=window.hacked=1>",
    "<a href=javascript:top.location='{host}'>x</a>",
    "<a href='data:text/html,<script>window.hacked=1</script>' target=_top>x</a>",
    "<a href={host} target=_top ping={host}/ping>x</a>",
    "<base href={host}/>",
    "<meta http-equiv=refresh content='0;url={host}'>",
    "<meta http-equiv=Content-Security-Policy content=\"script-src 'unsafe-inline'\">",
    "<link rel=stylesheet href={host}/x.css>",
    "<link rel=prefetch href={host}/x>",
    "<link rel=dns-prefetch href=//espion.example>",
    "<style>@import url({host}/x.css);body{{background:url({host}/y.png)}}</style>",
    "<p style='background:url({host}/z.png);position:fixed;inset:0'>x</p>",
    "<div class='anim-defile' style='x:expression(window.hacked=1)'>x</div>",
    "<audio src={host}/x.mp3 autoplay onplay=window.hacked=1></audio>",
    "<video poster={host}/x.png src={host}/x.mp4 autoplay></video>",
    "<audio><source src={host}/x.mp3></audio>",
    "<track src={host}/x.vtt onload=window.hacked=1>",
    "<table background={host}/t.png><td background={host}/u.png>x",
    "<body onload=window.hacked=1 background={host}/v.png>",
    "<details open ontoggle=window.hacked=1>x</details>",
    "<marquee onstart=window.hacked=1>x</marquee>",
    "<template><script>window.hacked=1</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=window.hacked=1>'>",
    "<textarea><img title='</textarea><img src=x onerror=window.hacked=1>'></textarea>",
    "<title><img title='</title><img src=x onerror=window.hacked=1>'></title>",
    "<!--><img src=x onerror=window.hacked=1>-->",
    "<!--[if IE]><script>window.hacked=1</script><![endif]-->",
    "<?php <img src=x onerror=window.hacked=1> ?>",
    "<![CDATA[<img src=x onerror=window.hacked=1>]]>",
    "</div></main></body></html><script>window.hacked=1</script>",
    "<div id=contenu name=cookie><form id=document><input name=location>",
    "<img src='image:1' onerror=window.hacked=1 onload=window.hacked=1>",
    "<img src='image:9\" onerror=\"window.hacked=1'>",
    '<a href="https://espion.example" onclick="window.hacked=1" autofocus onfocus=window.hacked=1 '
    "tabindex=1>x</a>",
    "<p onmouseover=window.hacked=1 onanimationstart=window.hacked=1 class='anim-fondu'>x</p>",
    "<portal src={host}></portal><fencedframe src={host}></fencedframe>",
    "![x]({host}/md.png)",
    "[x](javascript:window.hacked=1)",
    '![x](image:1" onerror="window.hacked=1)',
    "<javascript:window.hacked=1>",
    "[x]: {host}/ref.png\n![y][x]",
)


def payloads(count=600, seed=18):
    """The seeds, then mutations of them: case, spaces, entities, nesting, cuts, joints."""
    chance = random.Random(seed)
    made = [text.replace("{host}", HOST).replace("{{", "{").replace("}}", "}") for text in SEEDS]
    base = list(made)
    while len(made) < count:
        made.append(chance.choice(MUTATIONS)(chance, chance.choice(base)))
    return made


def _case(chance, text):
    return (
        "".join(letter.upper() if chance.random() < 0.5 else letter for letter in text)
        .replace("HACKED", "hacked")
        .replace("WINDOW", "window")
    )


def _space(chance, text):
    return text.replace(" ", chance.choice(["/", "\t", "\n", "\x0c", "\r\n", " \x00"]), 2)


def _entities(chance, text):
    at = chance.randrange(len(text))
    return text[:at] + "".join(f"&#x{ord(letter):x};" for letter in text[at : at + 6]) + text[at + 6 :]


def _nested(chance, text):
    around = chance.choice(
        [
            "<p>{}</p>",
            "<svg>{}</svg>",
            "<math><mi>{}</mi></math>",
            "<table>{}</table>",
            "<select>{}</select>",
            "<figure><figcaption>{}",
            "<style>{}</style>{}",
            "<div class='colonnes'>{}",
        ]
    )
    return around.replace("{}", text)


def _cut(chance, text):
    return text[: chance.randrange(3, len(text) + 1)] + chance.choice(
        ["", ">", '">', "'>", "-->", "</style>", "<p>"]
    )


def _joined(chance, text):
    at = chance.randrange(len(text))
    return (
        text[:at] + chance.choice(["<", "<!--", "\x00", "<b>", "</svg>", "&lt;", "`", "\u202e"]) + text[at:]
    )


MUTATIONS = (_case, _space, _entities, _nested, _cut, _joined)
