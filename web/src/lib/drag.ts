// A pointer followed from where it went down until it is lifted; less than a little way is a tap.

const START = 8;

interface Follower {
  move(dx: number, dy: number, at: PointerEvent): void;
  drop(at: PointerEvent): void;
  /** The pointer is gone, dropped or not. */
  end(): void;
}

export function follow(down: PointerEvent, follower: Follower): void {
  const pointer = down.pointerId;
  const [x, y] = [down.clientX, down.clientY];
  let moving = false;

  const move = (next: PointerEvent) => {
    if (next.pointerId !== pointer) return;
    const [dx, dy] = [next.clientX - x, next.clientY - y];
    if (!moving && Math.hypot(dx, dy) < START) return;
    moving = true;
    next.preventDefault();
    follower.move(dx, dy, next);
  };
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", cancel);
  };
  const up = (last: PointerEvent) => {
    if (last.pointerId !== pointer) return;
    stop();
    if (!moving) return;
    swallowClick();
    follower.drop(last);
    follower.end();
  };
  const cancel = (last: PointerEvent) => {
    if (last.pointerId !== pointer) return;
    stop();
    follower.end();
  };
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", up);
  addEventListener("pointercancel", cancel);
}

// A drag is not also a tap.
function swallowClick(): void {
  const swallow = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 60);
}
