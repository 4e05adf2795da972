import { z } from 'zod';

type Filters = Record<string, string | number>;

/** The filters of a list in an address: each under its own name, defaults left out, foreign parameters kept. */
export type AddressFilters<F extends Filters> = {
  defaults: F;
  /** The filters in an address, or null where it has none: then stored ones apply. */
  read: (address: URLSearchParams) => F | null;
  write: (address: URLSearchParams, filters: F, page: number) => URLSearchParams;
};

/** @param schema each of its fields has its own fallback, so that one invalid value does not reset the others */
export function addressFilters<F extends Filters>(schema: z.ZodType<F>): AddressFilters<F> {
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
      for (const name of names) {
        if (filters[name] === defaults[name]) next.delete(name);
        else next.set(name, String(filters[name]));
      }
      if (page > 1) next.set('page', String(page));
      else next.delete('page');
      return next;
    },
  };
}

/** The filters and the page in an address. */
export const readPaged = <F extends Filters>(
  filters: AddressFilters<F>,
  address: URLSearchParams,
): F & { page: number } => ({
  ...(filters.read(address) ?? filters.defaults),
  page: pageOfAddress(address),
});

/** Any other change than of the page opens the first page. */
export const changePaged = <F extends Filters>(
  filters: AddressFilters<F>,
  address: URLSearchParams,
  { page = 1, ...change }: Partial<F> & { page?: number | undefined },
): URLSearchParams => filters.write(address, { ...readPaged(filters, address), ...change }, page);

const PAGE_MAX = 100_000;
/** The page in an address, from 1; the first for anything invalid. */
export const pageOfAddress = (address: URLSearchParams): number =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_MAX)
    .catch(1)
    .parse(address.get('page') ?? 1);
