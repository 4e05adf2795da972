import { z } from 'zod';

/** The filters of a list in an address: each under its own name, defaults left out, foreign parameters kept. */
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

/** The filters of a list that has only pages. */
export const NO_FILTERS: AddressFilters<object> = {
  defaults: {},
  read: () => ({}),
  write: (address, _none, page) => setParameter(new URLSearchParams(address), 'page', page > 1 ? page : null),
  pageOf: (address) => pageOfAddress(address),
};
