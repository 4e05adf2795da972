import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useAddress } from '../address/use-address.ts';
import { pageOfAddress, type AddressFilters } from '../address/address-filters.ts';

/** Storage of filters between visits. */
export type FilterStore<F> = { read: () => F | undefined; write: (filters: F) => void };

/** Marks an address without filters in which every filter was reset to its default. */
const CHOSEN = { filtersChosen: true };
const isChosen = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'filtersChosen' in state && state.filtersChosen === true;

/**
 * Filters and page of a list. The address is the source; the store mirrors it and is read once, when the page opens with
 * an address without filters (SHELL-17). A link to such an address, followed while the page is open, keeps the
 * filters like opening the page does; Back and Forward restore the address as it was.
 * @param typed the filter with a text field: typing replaces the history entry, other changes add one
 */
export function useStoredFilters<F extends Record<string, string | number>>(
  { defaults, read, write }: AddressFilters<F>,
  store: FilterStore<F>,
  typed: keyof F,
) {
  const [address, setAddress] = useAddress();
  const { key, state } = useLocation();
  const arrivedByLink = useNavigationType() !== NavigationType.Pop && !isChosen(state);
  const [opening] = useState(() => ({ key, kept: store.read() }));
  const [last, setLast] = useState<F>();
  const kept = key === opening.key ? opening.kept : arrivedByLink ? last : undefined;
  const named = read(address);
  const restored = named === null && JSON.stringify(kept) !== JSON.stringify(defaults) ? kept : undefined;
  const filters = named ?? restored ?? defaults;
  const text = JSON.stringify(filters);
  if (JSON.stringify(last) !== text) setLast(filters);

  useEffect(() => {
    if (restored) setAddress((now) => write(now, restored, pageOfAddress(now)), { replace: true });
  }, [restored, setAddress, write]);

  useEffect(() => store.write(JSON.parse(text)), [store, text]);

  // A second change may follow before the first is rendered: it starts from the last requested filters.
  const requested = useRef<F>(filters);
  const pending = useRef<string | null>(null);
  useEffect(() => {
    // An earlier request of this page may be rendered after a later one was made; the later one will follow.
    if (pending.current !== null && pending.current !== text && isChosen(state)) return;
    pending.current = null;
    requested.current = JSON.parse(text) as F;
  }, [text, state]);

  const go = (next: F, to: number, replace = false): void => {
    requested.current = next;
    pending.current = JSON.stringify(next);
    // At once, since the page may be loaded again before the change is rendered.
    store.write(next);
    setAddress((now) => write(now, next, to), { replace, preventScrollReset: true, state: CHOSEN });
  };

  return {
    filters,
    page: pageOfAddress(address),
    /** Any change of a filter opens the first page. */
    change: (change: Partial<F>) => go({ ...requested.current, ...change }, 1, typed in change),
    /** Stores a text that was being typed when the page was left, without changing the address of the next page. */
    keep: (change: Partial<F>) => store.write({ ...requested.current, ...change }),
    goTo: (to: number, { replace = false } = {}) => go(requested.current, to, replace),
    reset: () => go(defaults, 1),
  };
}
