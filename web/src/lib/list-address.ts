import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { z } from 'zod';
import { readLocal, writeLocal } from './storage.ts';
import { useAddress } from './address.ts';

export type FilterChange<F> = Partial<F> | ((now: F) => Partial<F>);

export type ListAddress<F> = {
  filters: F;
  page: number;
  /** Any change of a filter opens the first page. A function starts from the filters as they are, which may not be rendered yet. */
  change: (change: FilterChange<F>) => void;
  goTo: (page: number, options?: { replace?: boolean }) => void;
  reset: () => void;
};

type Options<F> = {
  /** The filter with a text field: typing replaces the history entry, other changes add one. */
  typed?: keyof F;
  /** The name in local storage of the last query string. A list without it remembers nothing. */
  remember?: string;
  /** The filters that are remembered; all where it is absent. */
  only?: readonly (keyof F & string)[];
};

/** Marks an address without filters in which every filter was reset to its default. */
const CHOSEN = { filtersChosen: true };
const isChosen = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'filtersChosen' in state && state.filtersChosen === true;

const QUERY_MAX = 2_000;
const querySchema = z.string().max(QUERY_MAX);

/**
 * The address is where the filters are. What a list remembers is the query string of the last visit, which is used once, when the page
 * opens with an address without filters (SHELL-17). A link to such an address, followed while the page is open, keeps the filters like
 * opening the page does; Back and Forward restore the address as it was.
 */
export function useListAddress<F extends object>(of: AddressFilters<F>, options: Options<F> = {}) {
  const { typed, remember, only } = options;
  const [address, setAddress] = useAddress();
  const { key, state } = useLocation();
  const arrivedByLink = useNavigationType() !== NavigationType.Pop && !isChosen(state);
  const [opening] = useState(() => ({ key, query: remember === undefined ? '' : readQuery(remember) }));
  const [last, setLast] = useState('');
  const named = of.read(address);
  const remembered = key === opening.key ? opening.query : arrivedByLink && remember !== undefined ? last : '';
  const restored = named === null && remembered !== '' ? remembered : null;
  const filters = named ?? (restored === null ? null : of.read(new URLSearchParams(restored))) ?? of.defaults;
  const query = queryOf(of, filters);
  if (last !== query) setLast(query);

  const store = (next: F): void => {
    if (remember !== undefined) writeLocal(remember, queryOf(of, next, only));
  };

  useEffect(() => {
    if (restored === null) return;
    const restoredFilters = of.read(new URLSearchParams(restored)) ?? of.defaults;
    setAddress((now) => of.write(now, restoredFilters, of.pageOf(now)), { replace: true });
  }, [restored, of, setAddress]);

  useEffect(() => {
    if (remember !== undefined)
      writeLocal(remember, queryOf(of, of.read(new URLSearchParams(query)) ?? of.defaults, only));
  }, [of, remember, only, query]);

  const go = (next: (now: F) => F, to: number, replace = false): void => {
    let left = true;
    setAddress(
      (now, stateNow) => {
        left = false;
        // The filters of a link to an address without any are not restored yet.
        const nextFilters = next(of.read(now) ?? (isChosen(stateNow) ? of.defaults : filters));
        // At once, since the page may be loaded again before the change is rendered.
        store(nextFilters);
        return of.write(now, nextFilters, to);
      },
      { replace, preventScrollReset: true, ...(remember !== undefined && { state: CHOSEN }) },
    );
    if (left && remember !== undefined) store(next(lastOf(of, remember)));
  };

  return {
    filters,
    page: of.pageOf(address),
    change: (change: FilterChange<F>): void =>
      typeof change === 'function'
        ? go((now) => ({ ...now, ...change(now) }), 1)
        : go((now) => ({ ...now, ...change }), 1, typed !== undefined && typed in change),
    goTo: (to: number, { replace = false } = {}): void => go((now) => now, to, replace),
    reset: (): void => go(() => of.defaults, 1),
    /** Stores a text that was being typed when the page was left, without changing the address of the next page. */
    keep: (change: Partial<F>): void => {
      if (remember === undefined) return;
      store({ ...lastOf(of, remember), ...change });
    },
  };
}

const readQuery = (name: string): string => readLocal(name, querySchema) ?? '';

const lastOf = <F extends object>(of: AddressFilters<F>, remember: string): F =>
  of.read(new URLSearchParams(readQuery(remember))) ?? of.defaults;

/** The filters that are not the default. @param only those that are wanted */
function queryOf<F extends object>(of: AddressFilters<F>, filters: F, only?: readonly string[]): string {
  const query = of.write(new URLSearchParams(), filters, 1);
  return new URLSearchParams([...query].filter(([name]) => only?.includes(name) ?? true)).toString();
}

/** The filters of a list in an address: each under its own name, defaults left out, other parameters kept. */
export type AddressFilters<F extends object> = {
  defaults: F;
  /** The filters in an address, or null where it has none. */
  read: (address: URLSearchParams) => F | null;
  write: (address: URLSearchParams, filters: F, page: number) => URLSearchParams;
  /** The page in an address, from 1; the first for anything invalid. */
  pageOf: (address: URLSearchParams) => number;
};

const PAGE_MAX = 100_000;
const pageSchema = z.coerce.number().int().min(1).max(PAGE_MAX).catch(1);

/** @param schema each of its fields has its own fallback, so that one invalid value does not reset the others */
export function addressFilters<F extends Record<string, string | number>>(schema: z.ZodType<F>): AddressFilters<F> {
  const defaults = schema.parse({});
  const names = Object.keys(defaults);
  return {
    defaults,
    read(address) {
      const named = names.filter((name) => address.has(name));
      return named.length === 0
        ? null
        : schema.parse(Object.fromEntries(named.map((name) => [name, address.get(name)])));
    },
    write(address, filters, page) {
      const next = new URLSearchParams(address);
      for (const name of names) setParameter(next, name, filters[name] === defaults[name] ? null : filters[name]);
      return setParameter(next, 'page', page > 1 ? page : null);
    },
    pageOf: (address) => pageOfAddress(address),
  };
}

/** Sets a parameter of an address, or removes it where the value is null. */
export function setParameter(
  address: URLSearchParams,
  name: string,
  value: string | number | null | undefined,
): URLSearchParams {
  if (value === null || value === undefined) address.delete(name);
  else address.set(name, String(value));
  return address;
}

/** The page in an address, from 1; the first for anything invalid. */
export const pageOfAddress = (address: URLSearchParams, name = 'page'): number =>
  pageSchema.parse(address.get(name) ?? 1);

export const NO_FILTERS: AddressFilters<object> = {
  defaults: {},
  read: () => ({}),
  write: (address, _none, page) => setParameter(new URLSearchParams(address), 'page', page > 1 ? page : null),
  pageOf: (address) => pageOfAddress(address),
};

/** Filters and page of a list in a dialog, which has no address: they are lost when it closes. */
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
