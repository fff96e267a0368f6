// The sheet as a picture, drawn by the page itself.

import { plainNumber, signed } from "../lib/mine";
import { colourOf, initialOf, shapeOf } from "../lib/seats";
import type { Sheet } from "./sheet.svelte";

const SCALE = 2;
const [HEAD, ROW, TOP, LEFT, PAD] = [56, 34, 74, 58, 20];
const [PAPER, INK, SOFT, LINE, SHADE, MARK] = [
  "#fffefb", "#1d2421", "#4d5852", "#d6d1c3", "#efece2", "#8a4b00",
]; // prettier-ignore
const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

/** A PNG of the whole sheet. */
export function picture(sheet: Sheet): Promise<Blob> {
  const state = sheet.state;
  const columns = sheet.columns;
  const rows = sheet.rows.filter(({ blank }) => !blank);
  const wide = Math.max(84, Math.min(150, 900 / Math.max(1, columns.length)));
  const width = LEFT + wide * columns.length + 2 * PAD;
  const height = TOP + HEAD + ROW * (rows.length + 1) + 14 + 2 * PAD + 26;
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.reject(new Error("This browser draws no pictures."));
  pen.scale(SCALE, SCALE);

  const write = (
    text: string, x: number, y: number, font: string, colour = INK, align: CanvasTextAlign = "center",
  ): void => {
    pen.font = `${font} ${FONT}`;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(fitted(pen, text, align === "left" ? width - 2 * PAD : wide - 8), x, y);
  }; // prettier-ignore
  const line = (y: number, thick = 1): void => {
    pen.fillStyle = LINE;
    pen.fillRect(PAD, y, width - 2 * PAD, thick);
  };
  const middle = (at: number): number => PAD + LEFT + wide * (at + 0.5);

  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, width, height);
  write(state?.title || state?.rules_title || "Score sheet", PAD, PAD + 22, "700 22px", INK, "left");
  write(state?.goal ?? "", PAD, PAD + 44, "14px", SOFT, "left");

  let y = PAD + TOP - 12;
  columns.forEach((column, at) => {
    const colour = colourOf(column.colour, column.id);
    pen.save();
    pen.translate(middle(at) - 11, y);
    pen.scale(22 / 24, 22 / 24);
    pen.fillStyle = colourValue(colour);
    pen.fill(new Path2D(shapeOf(colour)));
    pen.restore();
    write(initialOf(column.name, column.id), middle(at), y + 16, "700 13px", "#ffffff");
    write(column.name, middle(at), y + 40, column.leads ? "800 15px" : "600 15px");
  });
  y += HEAD - 6;
  line(y, 2);
  for (const row of rows) {
    write(`${row.number}${row.struck ? " ✕" : ""}`, PAD + 24, y + 23, "600 14px", SOFT);
    row.cells.forEach((cell, at) => {
      const text =
        cell.points === null
          ? cell.apart ? "–" : "?"
          : `${signed(cell.points)} / ${cell.total === null ? "" : plainNumber(cell.total)}`; // prettier-ignore
      const out = row.out === cell.column;
      write(text + (out ? " ⚑" : ""), middle(at), y + 23, out ? "700 15px" : "15px", row.struck ? SOFT : INK);
    });
    y += ROW;
    line(y);
  }
  pen.fillStyle = SHADE;
  pen.fillRect(PAD, y + 1, width - 2 * PAD, ROW + 12);
  write("Total", PAD + 24, y + 29, "600 13px", SOFT);
  columns.forEach((column, at) => {
    const total = plainNumber(sheet.total(column));
    write(column.leads ? `♛ ${total}` : total, middle(at), y + 31, column.leads ? "800 22px" : "500 20px", column.leads ? MARK : INK);
  });
  y += ROW + 34;
  write(state?.outcome ?? "", PAD, y, "14px", SOFT, "left");

  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture was not made."))), "image/png");
  });
}

function colourValue(colour: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--seat-${colour}`).trim() || INK;
}

/** The text, cut where it is wider than its place. */
function fitted(pen: CanvasRenderingContext2D, text: string, most: number): string {
  if (pen.measureText(text).width <= most) return text;
  let cut = text;
  while (cut.length > 1 && pen.measureText(`${cut}…`).width > most) cut = cut.slice(0, -1);
  return `${cut}…`;
}
