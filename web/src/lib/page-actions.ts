import { useEffect, useSyncExternalStore } from 'react';

type PageAction = { id: string; label: string; run: () => void };

const NONE: readonly PageAction[] = [];
let actions = NONE;
const listeners = new Set<() => void>();

function publish(next: readonly PageAction[]): void {
  actions = next;
  for (const listener of listeners) listener();
}

/** Offers actions of the page to the quick find while the page is open. Keep the list stable: each new one is published. */
export function useOfferActions(offered: readonly PageAction[]): void {
  useEffect(() => {
    publish(offered);
    return () => publish(NONE);
  }, [offered]);
}

export const usePageActions = (): readonly PageAction[] => useSyncExternalStore(subscribe, () => actions);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
