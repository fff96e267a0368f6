// Whose is what: every colour comes with a shape and a letter, so nothing hangs on colour alone.

export const COLOURS = [
  "blue", "red", "green", "gold", "violet", "teal", "orange", "pink",
] as const; // prettier-ignore

export type Colour = (typeof COLOURS)[number];

/** Outlines in a box of 24 by 24. */
const SHAPES: Record<Colour, string> = {
  blue: "M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22z",
  orange: "M3.500 2h17a1.500 1.500 0 0 1 1.500 1.500v17a1.500 1.500 0 0 1-1.500 1.500h-17a1.500 1.500 0 0 1-1.500-1.500v-17a1.500 1.500 0 0 1 1.500-1.500z",
  violet: "M12 0.500L23.500 12L12 23.500L0.500 12z",
  green: "M6.500 1.500h11L23.500 12l-6 10.500h-11L0.500 12z",
  pink: "M12 0.500L23.500 9.500L19.500 23h-15L0.500 9.500z",
  teal: "M8 0.500h8v7.500h7.500v8H16v7.500H8V16H0.500V8H8z",
  red: "M12 0.500L24 22.500H0z",
  gold: "M1.500 2h21v11q0 8-10.500 10.500Q1.500 21 1.500 13z",
};

export function colourOf(colour: string, seat: number): Colour {
  const known = COLOURS.find((one) => one === colour);
  return known ?? COLOURS[((seat % COLOURS.length) + COLOURS.length) % COLOURS.length] ?? "gold";
}

export function shapeOf(colour: Colour): string {
  return SHAPES[colour];
}

export function initialOf(name: string, seat: number): string {
  return ([...name.trim()][0] ?? String(seat + 1)).toUpperCase();
}
