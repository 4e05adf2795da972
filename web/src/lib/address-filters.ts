import { z } from 'zod';

type Filters = Record<string, string | number>;

/** How a list's filters read in an address: each under its own name, defaults left out, foreign names untouched. */
export type AddressFilters<F extends Filters> = {
  defaults: F;
  /** The filters that an address names, or null when it names none: then those that were kept count. */
  read: (address: URLSearchParams) => F | null;
  write: (address: URLSearchParams, filters: F, page: number) => URLSearchParams;
};

/** @param schema every field of it falls back alone, so that one bad word does not throw the others away */
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

/** The page of an address, from 1; anything unreadable is the first. */
export const pageOfAddress = (address: URLSearchParams): number =>
  z.coerce
    .number()
    .int()
    .min(1)
    .catch(1)
    .parse(address.get('page') ?? 1);
