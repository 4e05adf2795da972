import { useSyncExternalStore } from 'react';
import { startWorker } from './browser-push.ts';

/** The event of browsers where a page can be installed; not part of the types of TypeScript. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();
const set = (event: InstallEvent | null): void => {
  offered = event;
  for (const listener of listeners) listener();
};

/** Remembers the offer of the browser to install the console, until somebody takes it. @returns how to stop */
export function watchInstallation(): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  globalThis.addEventListener('beforeinstallprompt', (event) => set(event as InstallEvent), { signal });
  globalThis.addEventListener(
    'appinstalled',
    () => {
      set(null);
      void startWorker().catch(() => undefined);
    },
    { signal },
  );
  return () => stopping.abort();
}

/** Asks the browser to install the console; null where it does not offer that now. */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => offered,
  );
  if (event === null) return null;
  return () => {
    set(null);
    void event.prompt().catch(() => undefined);
  };
}
