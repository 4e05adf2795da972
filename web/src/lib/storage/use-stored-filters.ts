import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useAddress } from '../address/use-address.ts';
import { pageOfAddress, type AddressFilters } from '../address/address-filters.ts';

/** Storage of filters between visits. */
export type FilterStore<F> = { read: () => F | undefined; write: (filters: F) => void };

/** What changes of the filters, or how it follows from them. */
export type FilterChange<F> = Partial<F> | ((now: F) => Partial<F>);

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

  const go = (next: (now: F) => F, to: number, replace = false): void => {
    let left = true;
    setAddress(
      (now, stateNow) => {
        left = false;
        // The filters of a link to an address without any are not restored yet.
        const chosen = next(read(now) ?? (isChosen(stateNow) ? defaults : filters));
        // At once, since the page may be loaded again before the change is rendered.
        store.write(chosen);
        return write(now, chosen, to);
      },
      { replace, preventScrollReset: true, state: CHOSEN },
    );
    if (left) store.write(next(store.read() ?? filters));
  };

  return {
    filters,
    page: pageOfAddress(address),
    /** Any change of a filter opens the first page. A function starts from the filters as they are, which may not be rendered yet. */
    change: (change: FilterChange<F>) =>
      typeof change === 'function'
        ? go((now) => ({ ...now, ...change(now) }), 1)
        : go((now) => ({ ...now, ...change }), 1, typed in change),
    /** Stores a text that was being typed when the page was left, without changing the address of the next page. */
    keep: (change: Partial<F>) => store.write({ ...(store.read() ?? defaults), ...change }),
    goTo: (to: number, { replace = false } = {}) => go((now) => now, to, replace),
    reset: () => go(() => defaults, 1),
  };
}
