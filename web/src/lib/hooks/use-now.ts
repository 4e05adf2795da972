import { useSyncExternalStore } from 'react';

type Ticker = { listeners: Set<() => void>; timer: ReturnType<typeof setInterval> | undefined; now: number };
const tickers = new Map<number, Ticker>();

function tickerOf(periodMs: number): Ticker {
  let ticker = tickers.get(periodMs);
  if (!ticker) tickers.set(periodMs, (ticker = { listeners: new Set(), timer: undefined, now: Date.now() }));
  return ticker;
}

function listen(periodMs: number, listener: () => void): () => void {
  const ticker = tickerOf(periodMs);
  ticker.listeners.add(listener);
  ticker.timer ??= setInterval(() => {
    ticker.now = Date.now();
    for (const each of ticker.listeners) each();
  }, periodMs);
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0) return;
    clearInterval(ticker.timer);
    ticker.timer = undefined;
  };
}

/**
 * Milliseconds since the epoch, renewed every `periodMs`. Components with the same period share one timer, unlike with
 * `useInterval` of Mantine, which would start one for each of a few hundred cards.
 */
export function useNow(periodMs = 1_000): number {
  return useSyncExternalStore(
    (listener) => listen(periodMs, listener),
    () => {
      const ticker = tickerOf(periodMs);
      // A ticker without listeners was stopped, and the clock may have been set back since.
      if (ticker.timer === undefined && Math.abs(Date.now() - ticker.now) > periodMs) ticker.now = Date.now();
      return ticker.now;
    },
  );
}
