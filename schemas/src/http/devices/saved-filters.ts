import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { fleetListQuerySchema } from './lists.ts';

/** The maximum number of saved filters of a user. */
export const SAVED_FILTERS_MAX = 30;
export const SAVED_FILTER_NAME_MAX = 40;
const VALUE_MAX = 400;

/** The filters that can be saved, by their names in the query of the list. */
const FILTER_NAMES = ['type', 'status', 'mode', 'version', 'seen', 'tags', 'company_id', 'q'] as const;

const filtersSchema = z
  .partialRecord(z.enum(FILTER_NAMES), z.string().max(VALUE_MAX))
  .refine((filters) => fleetListQuerySchema.safeParse(filters).success, 'These are no filters of the list of devices');

const name = z.string().trim().min(1, 'Name is required').max(SAVED_FILTER_NAME_MAX);

/** POST /devices/saved-filters */
export const saveFilterBodySchema = z.strictObject({ name, filters: filtersSchema }).meta({ id: 'SaveFilterBody' });
export type SaveFilterBody = z.input<typeof saveFilterBodySchema>;

/** PUT /devices/saved-filters/{id}: absent fields do not change. */
export const changeFilterBodySchema = z
  .strictObject({ name: name.optional(), filters: filtersSchema.optional() })
  .meta({ id: 'ChangeFilterBody' });
export type ChangeFilterBody = z.input<typeof changeFilterBodySchema>;

export const savedFilterParamsSchema = z.object({ id: idTextSchema });

/** Filters of the list of devices under a name of their owner. */
export const savedFilterSchema = z
  .strictObject({ id: z.int(), name: z.string(), filters: z.partialRecord(z.enum(FILTER_NAMES), z.string()) })
  .meta({ id: 'SavedFilter' });
export type SavedFilter = z.infer<typeof savedFilterSchema>;
