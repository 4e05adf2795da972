import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { fleetListQuerySchema } from '../devices/lists.ts';
import { endpoint } from '../endpoint.ts';

export const SAVED_FILTERS_MAX = 30;
export const SAVED_FILTER_NAME_MAX = 40;
const VALUE_MAX = 400;

const FILTER_NAMES = ['type', 'status', 'mode', 'version', 'seen', 'tags', 'company_id', 'q'] as const;

const filters = z
  .partialRecord(z.enum(FILTER_NAMES), z.string().max(VALUE_MAX))
  .refine((values) => fleetListQuerySchema.safeParse(values).success, 'These are no filters of the list of devices');
const name = line().min(1, 'Name is required').max(SAVED_FILTER_NAME_MAX);
const params = z.object({ id: idTextSchema });

export const savedFilterSchema = z
  .strictObject({ id: z.int(), name: z.string(), filters: z.partialRecord(z.enum(FILTER_NAMES), z.string()) })
  .meta({ id: 'SavedFilter' });
export type SavedFilter = z.infer<typeof savedFilterSchema>;

/** Saved filters of the fleet; see DEV-52. */
export const savedFiltersHttp = {
  list: endpoint({
    method: 'get',
    path: '/devices/saved-filters',
    summary: 'The saved filters of the caller, by name',
    answer: z.array(savedFilterSchema),
  }),
  save: endpoint({
    method: 'post',
    path: '/devices/saved-filters',
    summary: 'Save filters of the list of devices under a name',
    body: z.strictObject({ name, filters }).meta({ id: 'SaveFilterBody' }),
    answer: savedFilterSchema,
    status: 201,
    errors: ['conflict', 'unprocessable'],
  }),
  /** Absent fields do not change. */
  change: endpoint({
    method: 'put',
    path: '/devices/saved-filters/{id}',
    summary: 'Rename a saved filter or replace its filters',
    params,
    body: z.strictObject({ name: name.optional(), filters: filters.optional() }).meta({ id: 'ChangeFilterBody' }),
    answer: savedFilterSchema,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/devices/saved-filters/{id}',
    summary: 'Delete a saved filter',
    params,
    answer: null,
    errors: ['not_found'],
  }),
};
