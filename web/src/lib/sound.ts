// Quiet sounds, made on the spot. Nothing sounds until it is switched on.

import { settings } from "./settings.svelte";

export type Sound = "card" | "lay" | "turn" | "call" | "end" | "no";

let context: AudioContext | null = null;

function tone(at: number, pitch: number, length: number, loud: number, kind: OscillatorType): void {
  if (!context) return;
  const source = context.createOscillator();
  const level = context.createGain();
  source.type = kind;
  source.frequency.value = pitch;
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(loud, at + 0.012);
  level.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(level).connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.02);
}

// A card on cloth: a breath of filtered noise.
function rustle(at: number, pitch: number, loud: number): void {
  if (!context) return;
  const length = Math.floor(context.sampleRate * 0.07);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const level = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  level.gain.value = loud;
  source.connect(filter).connect(level).connect(context.destination);
  source.start(at);
}

export function play(sound: Sound): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  } catch {
    return;
  }
  const now = context.currentTime + 0.01;
  switch (sound) {
    case "card":
      rustle(now, 2400, 0.16);
      break;
    case "lay":
      rustle(now, 1700, 0.2);
      rustle(now + 0.06, 2100, 0.16);
      break;
    case "turn":
      tone(now, 587, 0.22, 0.05, "sine");
      tone(now + 0.13, 784, 0.32, 0.05, "sine");
      break;
    case "call":
      tone(now, 880, 0.16, 0.05, "triangle");
      tone(now + 0.12, 880, 0.16, 0.05, "triangle");
      break;
    case "end":
      [523, 659, 784].forEach((pitch, i) => tone(now + i * 0.12, pitch, 0.5, 0.04, "sine"));
      break;
    case "no":
      tone(now, 196, 0.18, 0.05, "sine");
      break;
  }
}
