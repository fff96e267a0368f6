// The quick phrases in words.

const PHRASES: Record<string, string> = {
  "hello": "Hello!",
  "well-played": "Well played!",
  "good-luck": "Good luck!",
  "thanks": "Thank you!",
  "ouch": "Ouch!",
  "one-moment": "One moment…",
  "rummy": "Rummy!",
  "goodbye": "Goodbye!",
};

/** A quick phrase in words. */
export function phraseText(key: string): string {
  return PHRASES[key] ?? key;
}
