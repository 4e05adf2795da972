import { useState } from 'react';
import type { FilterChange, ListAddress } from './use-list-address.ts';

/** Filters and page of a list in a dialog, which is no place with an address: they are gone with it. */
export function useLocalPage<F extends object>(defaults: F): ListAddress<F> {
  const [{ filters, page }, set] = useState({ filters: defaults, page: 1 });
  return {
    filters,
    page,
    change: (change: FilterChange<F>) =>
      set(({ filters: now }) => ({
        filters: { ...now, ...(typeof change === 'function' ? change(now) : change) },
        page: 1,
      })),
    goTo: (to) => set((now) => ({ ...now, page: to })),
    reset: () => set({ filters: defaults, page: 1 }),
  };
}
