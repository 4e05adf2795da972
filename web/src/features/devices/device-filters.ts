import { z } from 'zod';
import { ADMIN_DEVICE_MODES } from '@belfry/schemas/domain/device';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@belfry/schemas/domain/limits';

/** What the filter bar offers (specification 002 §2.2); the contract itself knows more types and statuses. */
export const TYPE_CHOICES = ['all', 'audio'] as const;
export const STATUS_CHOICES = ['all', 'online', 'offline'] as const;
export const MODE_CHOICES = ['all', ...ADMIN_DEVICE_MODES] as const;

/** Every field falls back alone, so that one bad word in an address does not throw the others away. */
export const filtersSchema = z.object({
  type: z.enum(TYPE_CHOICES).catch('all'),
  status: z.enum(STATUS_CHOICES).catch('all'),
  mode: z.string().toLowerCase().pipe(z.enum(MODE_CHOICES)).catch('all'),
  q: z.string().trim().max(200).catch(''),
  page_size: z.coerce.number().pipe(z.literal(PAGE_SIZES)).catch(DEFAULT_PAGE_SIZE),
});
export type DeviceFilters = z.infer<typeof filtersSchema>;

export const DEFAULT_FILTERS: DeviceFilters = filtersSchema.parse({});
const KEYS = Object.keys(DEFAULT_FILTERS) as (keyof DeviceFilters)[];

/** The filters that an address names, or null when it names none: then the saved ones count. */
export function filtersOfAddress(address: URLSearchParams): DeviceFilters | null {
  const named = KEYS.filter((key) => address.has(key));
  return named.length === 0
    ? null
    : filtersSchema.parse(Object.fromEntries(named.map((key) => [key, address.get(key)])));
}

/** The page of an address, from 1; anything unreadable is the first. */
export function pageOfAddress(address: URLSearchParams): number {
  return z.coerce
    .number()
    .int()
    .min(1)
    .catch(1)
    .parse(address.get('page') ?? 1);
}

/** The address with these filters and this page; defaults are left out, foreign keys stay. */
export function addressOf(address: URLSearchParams, filters: DeviceFilters, page: number): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const key of KEYS) {
    if (filters[key] === DEFAULT_FILTERS[key]) next.delete(key);
    else next.set(key, String(filters[key]));
  }
  if (page > 1) next.set('page', String(page));
  else next.delete('page');
  return next;
}

/** Whether anything narrows the list; the page size narrows nothing. */
export const isFiltered = (filters: DeviceFilters): boolean =>
  KEYS.some((key) => key !== 'page_size' && filters[key] !== DEFAULT_FILTERS[key]);
