import { useSyncExternalStore, useEffect, useRef, useState } from 'react';

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

/**
 * A value that is cleared after its own time: `show(value, ms)`; without `ms` it stays until it is cleared or replaced.
 * `useTimeout` of Mantine has one delay for all calls and does not restart.
 */
export function useExpiringState<T>(): [value: T | null, show: (value: T, ms?: number) => void, clear: () => void] {
  const [value, setValue] = useState<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const clear = (): void => {
    clearTimeout(timer.current);
    setValue(null);
  };
  const show = (next: T, ms?: number): void => {
    clearTimeout(timer.current);
    setValue(next);
    if (ms !== undefined) timer.current = setTimeout(() => setValue(null), ms);
  };
  return [value, show, clear];
}

/** Returns the signal that is aborted when the component is unmounted, for requests whose result is not needed then. */
export function useUnmountSignal(): () => AbortSignal {
  const alive = useRef(new AbortController());
  useEffect(() => {
    // In strict mode effects run twice; the second run needs a signal that is not aborted.
    if (alive.current.signal.aborted) alive.current = new AbortController();
    const { current } = alive;
    return () => current.abort();
  }, []);
  return () => alive.current.signal;
}

/** How long messages are shown; see HOME-10. */
export const BANNER_MS = 3_000;
export const PASSWORD_BANNER_MS = 5_000;
