// What has been heard and what is shown: others' moves wait here until they have been watched.

import type { State } from "../protocol";
import { settings } from "../settings.svelte";
import { framesTo, type Frame } from "../steps";

const PACES = { slow: 1700, normal: 950, fast: 350, step: 0 };
const OWN_PAUSE = 60;
const LONG_QUEUE = 60;

export class Watching {
  /** What is shown; it may be a few moves behind `latest`. */
  shown = $state.raw<State | null>(null);
  latest = $state.raw<State | null>(null);
  queue = $state.raw<Frame[]>([]);

  private timer = 0;
  private waiting = false;

  /** `onframe` is told of every frame before it is shown; `quiet` ones were not watched. */
  constructor(private onframe: (frame: Frame, quiet: boolean) => void) {}

  /** Everything that has happened has been shown. */
  get caught(): boolean {
    return this.queue.length === 0;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  hear(state: State): void {
    const first = this.latest === null;
    const last = this.queue[this.queue.length - 1]?.state ?? this.shown;
    this.latest = state;
    if (first) {
      this.onframe({ state, news: state.news }, true);
      return;
    }
    const frames = framesTo(last, state);
    // The own move, and who comes and goes, need no pause after what was watched.
    if (!this.queue.length && frames.every((frame) => frame.news.every((news) => news.seat === state.you))) {
      clearTimeout(this.timer);
      this.waiting = false;
    }
    this.queue = [...this.queue, ...frames];
    if (document.hidden || this.queue.length > LONG_QUEUE) this.skip();
    else this.pump();
  }

  /** Go on to the next move (pace `step`), or stop waiting. */
  next = (): void => {
    clearTimeout(this.timer);
    this.waiting = false;
    this.pump();
  };

  /** Show everything at once. */
  skip = (): void => {
    clearTimeout(this.timer);
    this.waiting = false;
    const frames = this.queue;
    this.queue = [];
    for (const frame of frames) this.onframe(frame, true);
  };

  /** Show the next frame, unless one is still being looked at. */
  private pump = (): void => {
    while (!this.waiting && this.queue.length) {
      const [frame, ...rest] = this.queue;
      this.queue = rest;
      this.onframe(frame!, false);
      const others = frame!.news.some((news) => news.seat !== frame!.state.you);
      const hurry = this.urgent();
      if (!others || hurry) {
        if (rest.length && !hurry) this.rest(OWN_PAUSE);
        continue;
      }
      // In steps a key or a button shows the next move; there is none to press while none waits.
      if (settings.pace === "step") this.waiting = true;
      else this.rest(PACES[settings.pace]);
    }
  };

  private rest(pause: number): void {
    this.waiting = true;
    this.timer = window.setTimeout(() => {
      this.waiting = false;
      this.pump();
    }, pause);
  }

  // A call window does not wait for slow watching.
  private urgent(): boolean {
    const window = this.latest?.window;
    return !!window && !!this.latest?.legal && !window.answered;
  }
}
