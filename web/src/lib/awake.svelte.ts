// Keeping the screen on, where the browser can. It forgets when the page is out of sight and is
// asked again when it comes back.

export class Awake {
  /** Wished for by whoever looks. */
  wanted = $state(false);
  /** The screen really stays on. */
  held = $state(false);
  readonly able = "wakeLock" in navigator;
  private lock: WakeLockSentinel | null = null;

  constructor() {
    document.addEventListener("visibilitychange", this.seen);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.seen);
    this.wanted = false;
    void this.lock?.release().catch(() => null);
  }

  async want(on: boolean): Promise<void> {
    this.wanted = on;
    if (!on) {
      await this.lock?.release().catch(() => null);
      this.lock = null;
      this.held = false;
      return;
    }
    if (!this.able || this.lock || document.visibilityState !== "visible") return;
    try {
      const lock = await navigator.wakeLock.request("screen");
      this.lock = lock;
      this.held = true;
      lock.addEventListener("release", () => {
        if (this.lock !== lock) return;
        this.lock = null;
        this.held = false;
      });
      if (!this.wanted) await this.want(false);
    } catch {
      // Low battery, or not allowed here: the switch says that it does not hold.
      this.held = false;
    }
  }

  private seen = (): void => {
    if (document.visibilityState === "visible" && this.wanted) void this.want(true);
  };
}
