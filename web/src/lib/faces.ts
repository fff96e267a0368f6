// Our own card faces: one sprite of symbols, made once, that every card on the page refers to.
// A card is drawn in a box of 250 by 350. Colours come from the style sheet.

import { RANK_SIGNS } from "./cards";
import { JOKER, type Card } from "./protocol";

const WIDTH = 250;
const HEIGHT = 350;

const SUITS = [
  "M50 4C70 30 96 42 96 64C96 78 86 86 75 86C66 86 58 81 54 73C55 84 59 91 67 97H33C41 91 45 84 46 73C42 81 34 86 25 86C14 86 4 78 4 64C4 42 30 30 50 4z",
  "M50 95C20 68 4 51 4 30C4 14 15 5 28 5C38 5 46 11 50 20C54 11 62 5 72 5C85 5 96 14 96 30C96 51 80 68 50 95z",
  "M50 2C60 20 74 38 89 50C74 62 60 80 50 98C40 80 26 62 11 50C26 38 40 20 50 2z",
  "M50 3a22 22 0 0 1 17 36a22 22 0 1 1-12 38c1 9 4 15 11 20H34c7-5 10-11 11-20a22 22 0 1 1-12-38A22 22 0 0 1 50 3z",
];

const HAT =
  "M50 88H14C10 66 6 52 8 34C18 36 28 44 33 54C34 36 40 18 50 8C60 18 66 36 67 54C72 44 82 36 92 34C94 52 90 66 86 88z";

// Where the pips of each rank lie: columns left, middle, right; rows in hundredths of the height.
const [L, M, R] = [84, 125, 166];
const PIPS: [number, number][][] = [
  [],
  [[M, 0], [M, 100]],
  [[M, 0], [M, 50], [M, 100]],
  [[L, 0], [R, 0], [L, 100], [R, 100]],
  [[L, 0], [R, 0], [M, 50], [L, 100], [R, 100]],
  [[L, 0], [R, 0], [L, 50], [R, 50], [L, 100], [R, 100]],
  [[L, 0], [R, 0], [M, 25], [L, 50], [R, 50], [L, 100], [R, 100]],
  [[L, 0], [R, 0], [M, 25], [L, 50], [R, 50], [M, 75], [L, 100], [R, 100]],
  [[L, 0], [R, 0], [L, 33], [R, 33], [M, 50], [L, 67], [R, 67], [L, 100], [R, 100]],
  [[L, 0], [R, 0], [M, 17], [L, 33], [R, 33], [L, 67], [R, 67], [M, 83], [L, 100], [R, 100]],
]; // prettier-ignore

const turned = (inside: string): string =>
  `${inside}<g transform="rotate(180 ${WIDTH / 2} ${HEIGHT / 2})">${inside}</g>`;

// A path scaled and moved in its own numbers: a transform, and even more a reference to a symbol,
// would make each pip of each card a part of its own to the browser, in every frame.
function placed(path: string, scale: number, dx: number, dy: number): string {
  return path.replace(/([a-z])([^a-z]*)/gi, (_, command: string, rest: string) => {
    const kind = command.toLowerCase();
    const [mx, my] = kind === command ? [0, 0] : [dx, dy];
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number).map((value, i) => {
      // An arc has radii, an angle and two flags before its point.
      const at = kind === "a" ? (i % 7) - 5 : kind === "h" ? 0 : i % 2;
      if (at < 0) return at < -3 ? value * Math.abs(scale) : value;
      return value * scale + (at ? my : mx);
    });
    return command + numbers.map((value) => Math.round(value * 100) / 100).join(" ");
  });
}

function suit(s: number, x: number, y: number, size: number, flip = false): string {
  const turn = flip ? -1 : 1;
  const half = (turn * size) / 2;
  return `<path d="${placed(SUITS[s]!, (turn * size) / 100, x - half, y - half)}"/>`;
}

function rankText(rank: number, x: number, y: number, size: number, width: number): string {
  const sign = RANK_SIGNS[rank];
  const fit = sign === "10" ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" class="face-rank"${fit}>${sign}</text>`;
}

function pips(rank: number, s: number): string {
  if (rank === 0) return suit(s, 125, 175, 128);
  return (PIPS[rank] ?? [])
    .map(([x, row]) => {
      const y = 66 + (row / 100) * 218;
      return suit(s, x, y, 48, row > 50);
    })
    .join("");
}

// Half a court figure, head up; the card shows it twice. Geometric on purpose.
function court(rank: number, s: number): string {
  const robe = '<path d="M58 175V163C68 141 94 131 125 131S182 141 192 163V175z"/>';
  const bands =
    '<path class="face-gold" d="M58 175L86 139L104 134L72 175zM178 175L146 134L164 139L192 175z"/>' +
    '<path class="face-skin" d="M104 132L125 168L146 132z"/>' +
    '<path class="face-line" d="M104 132L125 168L146 132"/>';
  const head = '<ellipse class="face-skin face-edge" cx="125" cy="103" rx="24" ry="29"/>';
  const looks =
    '<path class="face-line" d="M112 100h8M130 100h8M125 103v9M117 119q8 5 16 0"/>';
  let hair = "";
  let hat = "";
  if (rank === 12) {
    hair = '<path class="face-hair" d="M99 98C99 140 112 152 125 152S151 140 151 98C149 116 142 122 125 122S101 116 99 98z"/>';
    hat =
      '<path class="face-gold face-edge" d="M96 84L88 52L109 66L125 44L141 66L162 52L154 84z"/>' +
      '<path d="M98 76h54v8h-54z"/>';
  } else if (rank === 11) {
    hair = '<path class="face-hair" d="M125 68C92 68 94 110 86 146C98 148 106 142 106 128L104 96L125 84L146 96L144 128C144 142 152 148 164 146C156 110 158 68 125 68z"/>';
    hat =
      '<path class="face-gold face-edge" d="M99 80C101 64 113 62 125 46C137 62 149 64 151 80C142 75 108 75 99 80z"/>' +
      '<circle cx="125" cy="66" r="6"/>';
  } else {
    hair = '<path class="face-hair" d="M96 76C90 98 92 118 98 128L106 118L103 92H147L144 118L152 128C158 118 160 98 154 76z"/>';
    hat =
      '<path class="face-edge" d="M94 84C92 62 108 54 128 56C148 56 158 66 156 84C138 76 112 76 94 84z"/>' +
      '<path class="face-gold face-edge" d="M148 66C160 60 170 52 172 44C158 44 148 52 144 62z"/>';
  }
  const back = rank === 11 ? hair + head : head + hair;
  return robe + bands + back + looks + hat + suit(s, 76, 66, 30);
}

function standard(card: Card): string {
  if (card === JOKER) {
    const index =
      '<use href="#hat" x="10" y="14" width="52" height="52"/>' +
      '<text class="face-rank" font-size="26" x="36" y="92" text-anchor="middle" textLength="56" lengthAdjust="spacingAndGlyphs">JOKER</text>';
    return (
      turned(index) +
      '<use href="#hat" x="58" y="96" width="134" height="134" class="face-gold"/>' +
      '<use href="#hat" x="58" y="96" width="134" height="134" class="face-outline"/>' +
      '<circle cx="72" cy="140" r="9"/><circle cx="125" cy="106" r="9"/><circle cx="178" cy="140" r="9"/>' +
      '<path d="M74 220h102v14H74z"/>'
    );
  }
  const s = Math.floor(card / 13);
  const rank = card % 13;
  const index = rankText(rank, 36, 66, 62, 52) + suit(s, 36, 96, 40);
  if (rank < 10) return turned(index) + pips(rank, s);
  return (
    turned(index) +
    `<rect class="face-frame" x="58" y="38" width="134" height="274" rx="8"/>` +
    turned(court(rank, s))
  );
}

function large(card: Card): string {
  if (card === JOKER) {
    return (
      '<use href="#hat" x="12" y="14" width="96" height="96"/>' +
      '<text class="face-rank" font-size="44" x="62" y="158" text-anchor="middle" textLength="104" lengthAdjust="spacingAndGlyphs">JOKER</text>' +
      '<use href="#hat" x="92" y="188" width="140" height="140" class="face-gold"/>' +
      '<use href="#hat" x="92" y="188" width="140" height="140" class="face-outline"/>'
    );
  }
  const s = Math.floor(card / 13);
  const rank = card % 13;
  return rankText(rank, 62, 122, 136, 104) + suit(s, 62, 178, 84) + suit(s, 168, 262, 130);
}

function back(): string {
  let lattice = "";
  for (let at = -300; at <= 300; at += 34) {
    lattice += `M${at} 24L${at + 302} 326M${at + 250} 24L${at - 52} 326`;
  }
  return (
    '<rect class="back-ground" x="14" y="14" width="222" height="322" rx="12"/>' +
    `<path class="back-lattice" clip-path="url(#back-clip)" d="${lattice}"/>` +
    '<rect class="back-edge" x="24" y="24" width="202" height="302" rx="8"/>' +
    '<circle class="back-ground" cx="125" cy="175" r="46"/><circle class="back-edge" cx="125" cy="175" r="46"/>' +
    '<use href="#hat" class="back-hat" x="95" y="142" width="60" height="60"/>'
  );
}

const NS = "http://www.w3.org/2000/svg";
const made = new Set<string>();
let sprite: SVGSVGElement | null = null;

// The sprite starts all but empty; each face joins it when it is first shown.
function ensureSprite(): SVGSVGElement {
  if (sprite) return sprite;
  sprite = document.createElementNS(NS, "svg");
  sprite.id = "card-faces";
  sprite.setAttribute("width", "0");
  sprite.setAttribute("height", "0");
  sprite.setAttribute("aria-hidden", "true");
  sprite.classList.add("unseen");
  sprite.innerHTML =
    '<clipPath id="back-clip"><rect x="24" y="24" width="202" height="302" rx="8"/></clipPath>' +
    `<symbol id="hat" viewBox="0 0 100 100"><path d="${HAT}"/></symbol>`;
  document.body.prepend(sprite);
  return sprite;
}

/** The id of the symbol of a face (null: the back), which is in the document afterwards. */
export function faceSymbol(card: Card | null, big: boolean): string {
  const id = card === null ? "face-back" : `${big ? "large" : "face"}-${card}`;
  if (!made.has(id)) {
    made.add(id);
    const symbol = document.createElementNS(NS, "symbol");
    symbol.id = id;
    symbol.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    symbol.setAttribute("overflow", "visible");
    symbol.innerHTML = card === null ? back() : big ? large(card) : standard(card);
    ensureSprite().append(symbol);
  }
  return id;
}
