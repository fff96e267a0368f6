// SHA-256 in hexadecimal. The browser's own is there only on https and on localhost, so that a page
// opened over the home network needs this one (FIPS 180-4).

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// The constants are the first bits of the fractions of cube and square roots of primes.
let found = 0;
for (let n = 2; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  const bits = (root: number) => Math.floor((root % 1) * 2 ** 32);
  if (found < 8) START[found] = bits(Math.sqrt(n));
  K[found] = bits(Math.cbrt(n));
  found++;
}

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** The page's own SHA-256. */
export function ownSha256(bytes: Uint8Array): string {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length * 8) >>> 0);
  const state = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = [...state] as [
      number, number, number, number, number, number, number, number,
    ]; // prettier-ignore
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] = state[i]! + x));
  }
  return [...state].map((x) => x.toString(16).padStart(8, "0")).join("");
}

/** SHA-256 of a text in UTF-8. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (!globalThis.crypto?.subtle) return ownSha256(bytes);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
