import { z } from 'zod';
import { ADMIN_DEVICE_MODES } from '@belfry/schemas/domain/device';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@belfry/schemas/domain/limits';
import { FILTER_TAGS_MAX, isTag, splitTags } from '@belfry/schemas/domain/tags';
import { DEVICE_SEEN, DEVICE_SORTS } from '@belfry/schemas/http/devices/lists';
import { addressFilters, useListAddress } from '../../../lib/list-address.ts';
import { isCompanyId } from '../form/device-form-values.ts';
import { LOCAL_KEYS } from '../../../lib/storage.ts';

/** The choices of the filters; the contract has more types and statuses; see DEV-4. */
export const TYPE_CHOICES = ['all', 'audio'] as const;
export const STATUS_CHOICES = ['all', 'online', 'offline'] as const;
export const MODE_CHOICES = ['all', ...ADMIN_DEVICE_MODES] as const;

export const SEEN_CHOICES = DEVICE_SEEN;
export type DeviceSort = (typeof DEVICE_SORTS)[number];

const areTags = (text: string): boolean => splitTags(text).length <= FILTER_TAGS_MAX && splitTags(text).every(isTag);

export const filtersSchema = z.object({
  type: z.enum(TYPE_CHOICES).catch('all'),
  status: z.enum(STATUS_CHOICES).catch('all'),
  mode: z.string().toLowerCase().pipe(z.enum(MODE_CHOICES)).catch('all'),
  version: z.string().trim().max(50).catch(''),
  seen: z.enum(SEEN_CHOICES).catch('all'),
  tags: z.string().refine(areTags).catch(''),
  company_id: z.string().refine(isCompanyId).catch(''),
  q: z.string().trim().max(200).catch(''),
  sort: z.enum(DEVICE_SORTS).catch('serial'),
  page_size: z.coerce.number().pipe(z.literal(PAGE_SIZES)).catch(DEFAULT_PAGE_SIZE),
});
export type DeviceFilters = z.infer<typeof filtersSchema>;

export const deviceAddress = addressFilters(filtersSchema);
export const DEFAULT_FILTERS = deviceAddress.defaults;

/** Part of the address, but not filters of devices. */
const NO_FILTERS: ReadonlySet<keyof DeviceFilters> = new Set(['page_size', 'sort']);

export const countFilters = (filters: DeviceFilters): number =>
  (Object.keys(DEFAULT_FILTERS) as (keyof DeviceFilters)[]).filter(
    (key) => !NO_FILTERS.has(key) && filters[key] !== DEFAULT_FILTERS[key],
  ).length;

export const isFiltered = (filters: DeviceFilters): boolean => countFilters(filters) > 0;

const REMEMBERED = { typed: 'q', remember: LOCAL_KEYS.deviceFilters } as const;

/** Filters and page of the fleet, in the address and remembered for the next visit; see DEV-22. */
export const useDeviceFilters = () => useListAddress(deviceAddress, REMEMBERED);
