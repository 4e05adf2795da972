import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { storedTargetsSchema, targetsSchema } from '../../domain/targets.ts';
import { endpoint } from '../endpoint.ts';

export const SAVED_PLACES_MAX = 50;
export const SAVED_PLACE_NAME_MAX = 60;
/** What one saved place may name, with what it leaves out. */
export const SAVED_PLACE_TARGETS_MAX = 200;

const name = line().min(1, 'Name is required').max(SAVED_PLACE_NAME_MAX);
const targets = targetsSchema.refine(
  ({ nodes, groups, devices, except }) =>
    [nodes, groups, devices, except.nodes, except.groups, except.devices].reduce((sum, list) => sum + list.length, 0) <=
    SAVED_PLACE_TARGETS_MAX,
  `A saved place may name ${SAVED_PLACE_TARGETS_MAX} nodes, groups and devices at most`,
);
const params = z.object({ id: idTextSchema });
const body = z.strictObject({ name, targets }).meta({ id: 'SavedPlaceBody' });

export const savedPlaceSchema = z
  .strictObject({ id: z.int(), name: z.string(), targets: storedTargetsSchema })
  .meta({ id: 'SavedPlace' });
export type SavedPlace = z.infer<typeof savedPlaceSchema>;

/** Selections of places that people have saved; see PAGE-14. */
export const savedPlacesHttp = {
  list: endpoint({
    method: 'get',
    path: '/pages/saved-places',
    summary: 'The places to which the caller often speaks, the first saved first',
    answer: z.array(savedPlaceSchema),
  }),
  save: endpoint({
    method: 'post',
    path: '/pages/saved-places',
    summary: 'Save places to speak to under a name',
    description: 'Whether the caller may speak there is checked when they do.',
    body,
    answer: savedPlaceSchema,
    status: 201,
    errors: ['conflict', 'unprocessable'],
  }),
  replace: endpoint({
    method: 'put',
    path: '/pages/saved-places/{id}',
    summary: 'Replace the name and the places of a saved place',
    params,
    body,
    answer: savedPlaceSchema,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/pages/saved-places/{id}',
    summary: 'Delete a saved place',
    params,
    answer: null,
    errors: ['not_found'],
  }),
};
