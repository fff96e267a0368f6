"""The style sheet of a printed document; sizes that depend on its length are filled in."""

from __future__ import annotations

from laydown.printing.content import MARGIN, SIZES, Document, RulesPages, SheetPage
from laydown.printing.fitting import (
    CARD_EMS,
    CARD_GAP,
    GAP,
    SHEET_SIZE,
    card_size,
    rules_size,
    sheet_row,
)

_COMMON = """\
*{box-sizing:border-box}
html{color-scheme:light;background:#fff;color:#16191b}
body{margin:0;font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans","Noto Sans",sans-serif;
line-height:1.24;-webkit-print-color-adjust:exact;print-color-adjust:exact}
h1{margin:0 0 .15em;font-size:1.75em;line-height:1.1}
h2{margin:.7em 0 .2em;padding-bottom:.1em;border-bottom:.09em solid #16191b;font-size:1.14em;
line-height:1.15;break-after:avoid;break-inside:avoid}
p{margin:0 0 .3em;orphans:2;widows:2}
.blurb{font-style:italic;margin-bottom:.6em}
.page{break-after:page}
.page:last-of-type{break-after:auto}
.columns{columns:2;column-gap:%(gap)smm}
.columns section:first-child h2{margin-top:0}
.house{padding-left:1.1em;text-indent:-1.1em}
dl{margin:0}
dl div{margin:0 0 .1em;padding-left:.9em;text-indent:-.9em;break-inside:avoid}
dt,dd{display:inline;margin:0}
dt{font-weight:700}
dt::after{content:" "}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
.rules table{margin:.2em 0 .45em;break-inside:avoid;font-size:.95em;max-width:100%%}
.rules th,.rules td{padding:.06em .45em;border-bottom:.06em solid #b9bec2;text-align:right;
vertical-align:top}
.rules th:first-child,.rules td:first-child{text-align:left;padding-left:0;font-weight:400}
.rules tbody th,.rules tbody td{white-space:nowrap}
.rules thead th,.rules thead th:first-child{font-weight:700}
.rules .sum th,.rules .sum td,.rules .sum th:first-child{font-weight:700}
.drawings{display:flex;flex-wrap:wrap;column-gap:1.2em}
.drawn{display:flex;align-items:center;gap:.7em;margin:.25em 0;break-inside:avoid}
.drawn .cards{flex:none;display:flex;gap:%(card_gap)sem;padding-top:.2em}
.card{display:block;width:%(card)sem;height:%(card_high)sem;overflow:visible}
.card text{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif;
font-weight:700}
.edge{fill:#fff;stroke:#5b6166;stroke-width:2}
.lifted{position:relative;top:-.2em}
.lifted .edge{stroke:#16191b;stroke-width:4}
.band{fill:#ffe9a8;stroke:#5b6166;stroke-width:1}
.said,.suits{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%%)}
.suits{width:0;height:0}
.mark{font-weight:700}
.ticks{margin:.35em 0 .2em}
.ticks>span{display:inline-block;margin-right:.9em;white-space:nowrap}
.box{font-size:1.15em}
.sheet{font-size:%(sheet)spt}
.sheet h1{font-size:17pt}
.sheet table{width:100%%;table-layout:fixed;margin:.5em 0 .35em}
.sheet th,.sheet td{border:.35mm solid #16191b;padding:0 1mm;text-align:center;overflow:hidden}
.sheet .no{width:13mm;font-weight:400}
.sheet thead th{font-weight:700;vertical-align:middle;overflow-wrap:anywhere}
.sheet .blank{text-align:left;vertical-align:top;padding-top:.6mm;font-weight:400;color:#4a5054}
.sheet .total th,.sheet .total td{font-weight:700;border-top-width:.8mm}
.dealer{float:right;margin-left:.3em;padding:0 .3em;border:.25mm solid #16191b;border-radius:1em;
font-size:.72em;line-height:1.3;font-weight:700}
.rule-card{max-width:150mm;margin:4mm auto;padding:7mm;border:.6mm solid #16191b;border-radius:5mm}
.rule-card h1{margin-bottom:0}
.again{margin-top:.8em;padding-top:.4em;border-top:.2mm solid #b9bec2;color:#4a5054;
overflow-wrap:anywhere}
@media screen{
html{background:#dfe3e2}
.page{width:%(width)smm;max-width:100%%;margin:6mm auto;padding:%(margin)smm;background:#fff;
box-shadow:0 1px 6px rgb(0 0 0/.3)}
}
@media screen and (max-width:48em){
.columns{columns:1}
.page{margin:0 0 4mm;padding:4mm;font-size:11pt}
.sheet table{table-layout:auto}
}
"""


def style(document: Document) -> str:
    """The style sheet for this document, with the paper and the sizes it needs."""
    width, height = SIZES[document.paper]
    values = {
        "gap": f"{GAP:g}",
        "card": f"{CARD_EMS:g}",
        "card_gap": f"{CARD_GAP:g}",
        "card_high": f"{CARD_EMS * 1.4:g}",
        "sheet": f"{SHEET_SIZE:g}",
        "width": f"{width:g}",
        "margin": f"{MARGIN:g}",
    }
    parts = [
        f"@page{{size:{width:g}mm {height:g}mm;margin:{MARGIN:g}mm}}\n",
        _COMMON % values,
    ]
    for number, page in enumerate(document.pages, 1):
        match page:
            case RulesPages():
                size = rules_size(page, document.paper)
                parts.append(f"#page{number}{{font-size:{size:g}pt}}\n")
            case SheetPage():
                parts.append(_sheet(number, sheet_row(page, document.paper)))
            case _:
                parts.append(f"#page{number}{{font-size:{card_size(page):g}pt}}\n")
    return "".join(parts)


def _sheet(number: int, row: float) -> str:
    size = max(6.5, min(12.0, row * 1.25))
    return (
        f"#page{number} tbody tr,#page{number} tfoot tr{{height:{row:.2f}mm}}\n"
        f"#page{number} thead tr{{height:{min(12, row * 1.3):.2f}mm}}\n"
        f"#page{number} td,#page{number} tbody th,#page{number} tfoot th{{font-size:{size:.1f}pt;"
        f"line-height:1.1}}\n"
    )
