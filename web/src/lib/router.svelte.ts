// The page's address, followed without loading anything anew.

export interface Place {
  path: string;
  search: URLSearchParams;
  hash: string;
}

function here(): Place {
  return {
    path: location.pathname,
    search: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  };
}

let place = $state.raw<Place>(here());

/** Where the page is now; reading it in a component follows it. */
export function at(): Place {
  return place;
}

/** A screen reader and the keyboard start at the new page's heading. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Go to another address of this page. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  place = here();
  if (!replace) {
    scrollTo(0, 0);
    requestAnimationFrame(focusHeading);
  }
}

/** Follow the browser's own back and forward, and plain links within the page. */
export function startRouter(): () => void {
  const moved = () => {
    place = here();
  };
  const clicked = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || /^\/(api|print)\//.test(link.pathname)) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  addEventListener("popstate", moved);
  document.addEventListener("click", clicked);
  return () => {
    removeEventListener("popstate", moved);
    document.removeEventListener("click", clicked);
  };
}
