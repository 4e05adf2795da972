import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { pageOfAddress, type AddressFilters } from './address-filters.ts';

/** Where filters outlive the page. */
export type FilterStore<F> = { read: () => F | undefined; write: (filters: F) => void };

/**
 * Filters and page of a list. The address is the truth; the store mirrors it and is asked once, when the page opens with
 * a silent address (specification 002 §4), so that Back is never undone by it.
 * @param typed the filter that is typed: it replaces the address, choosing adds to the history
 */
export function useKeptFilters<F extends Record<string, string | number>>(
  { defaults, read, write }: AddressFilters<F>,
  store: FilterStore<F>,
  typed: keyof F,
) {
  const [address, setAddress] = useSearchParams();
  const { key } = useLocation();
  const [opening] = useState(() => ({ key, kept: store.read() }));
  const named = read(address);
  const restored = named === null && key === opening.key ? opening.kept : undefined;
  const filters = named ?? restored ?? defaults;
  const text = JSON.stringify(filters);

  useEffect(() => {
    if (restored) setAddress((now) => write(now, restored, pageOfAddress(now)), { replace: true });
  }, [restored, setAddress, write]);

  useEffect(() => store.write(JSON.parse(text)), [store, text]);

  const go = (next: F, to: number, replace = false): void =>
    setAddress((now) => write(now, next, to), { replace, preventScrollReset: true });

  return {
    filters,
    page: pageOfAddress(address),
    /** Any change of a filter leads to the first page. */
    change: (change: Partial<F>) => go({ ...filters, ...change }, 1, typed in change),
    goTo: (to: number, { replace = false } = {}) => go(filters, to, replace),
    reset: () => go(defaults, 1),
  };
}
