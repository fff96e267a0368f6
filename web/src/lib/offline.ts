// The service worker, registered once the page has come to rest: it fetches every page's files,
// which must not be in the way of the first card.

const REST = 2000;

/** Keep the page at hand for when there is no network. Browsers refuse it on plain http: addresses
 *  other than this machine's own. */
export function keepAtHand(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const register = () =>
    setTimeout(() => void navigator.serviceWorker.register("/worker.js").catch(() => null), REST);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
