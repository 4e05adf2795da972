/** A call of the page within this time after a press, a key or a scroll counts as made by the person; see AUTH-41. */
const ACTIVE_MS = 60_000;
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

let lastUsedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

function noteUse(): void {
  lastUsedAt = Date.now();
  for (const listener of listeners) listener();
}

/**
 * Starts to note when somebody uses the page. A page that opens in sight was opened by somebody; one that opens behind others was not. Returns how
 * to stop that.
 */
export function watchActivity(): () => void {
  if (document.visibilityState === 'visible') noteUse();
  for (const sign of SIGNS) globalThis.addEventListener(sign, noteUse, { capture: true, passive: true });
  return () => {
    for (const sign of SIGNS) globalThis.removeEventListener(sign, noteUse, { capture: true });
    lastUsedAt = Number.NEGATIVE_INFINITY;
  };
}

/** A clock that was put back counts as no use. */
export function isInUse(now = Date.now()): boolean {
  return now >= lastUsedAt && now - lastUsedAt < ACTIVE_MS;
}

/** Calls `listener` with each press, key and scroll. Returns how to stop that. */
export function onActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
