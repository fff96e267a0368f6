// Sums as people type them into a cell: `44`, `-25`, `60-25`, `12+11+7`.

const WHOLE = /^[+-]?\d{1,6}(?:[+-]\d{1,6})*$/;

/** Digits and signs only, with plain signs; everything else that was pasted or typed is dropped. */
export function cleaned(text: string): string {
  return text
    .replace(/[−–—]/g, "-")
    .replace(/[^0-9+-]/g, "")
    .replace(/[+-]*([+-])/g, "$1");
}

/** The sum, or null where there is none yet. A sign at the end waits for its number. */
export function reckoned(text: string): number | null {
  const begun = text.replace(/[+-]$/, "");
  if (!WHOLE.test(begun)) return null;
  return (begun.match(/[+-]?\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0);
}

/** More than one number: worth keeping as it was typed. */
export const isSum = (text: string): boolean => /\d[+-]\d/.test(text);

/** The other sign for the last number. */
export function turned(text: string): string {
  const found = /^(.*?)([+-]?)(\d*)$/.exec(text);
  const [, before = "", sign = "", digits = ""] = found ?? [];
  if (sign === "-") return before ? `${before}+${digits}` : digits;
  return `${before}-${digits}`;
}

/** With real minus signs, as it is shown. */
export const shown = (text: string): string => text.replace(/-/g, "−");
