// Notice that it is one's turn, for a page that nobody looks at.

import { settings } from "../settings.svelte";
import { play } from "../sound";

export class Away {
  private title = "";

  constructor() {
    document.addEventListener("visibilitychange", this.looked);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.looked);
    this.looked();
  }

  /** It is the player's turn, and the page is not looked at. */
  ring(): void {
    if (!document.hidden || this.title) return;
    if (settings.titleFlash) {
      this.title = document.title;
      document.title = "● Your turn · Laydown";
    }
    if (settings.vibrate && "vibrate" in navigator) navigator.vibrate?.(120);
    play("turn");
  }

  private looked = (): void => {
    if (document.hidden && this.title) return;
    if (this.title) document.title = this.title;
    this.title = "";
  };
}
