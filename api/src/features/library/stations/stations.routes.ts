import { stationBodySchema, stationPatchSchema } from '@belfry/schemas/http/library';
import type { z } from 'zod';
import {
  changeRoute,
  createRoute,
  listRoute,
  readRoute,
  removeRoute,
  type ResourceWriter,
} from '../resource.routes.ts';
import { findSchedulesWith } from '../uses.repository.ts';
import { deleteStation, insertStation, updateStation } from './stations.repository.ts';
import { stationsResource as resource } from './stations.resource.ts';

const PATH = '/stations';
const writer: ResourceWriter<z.output<typeof stationBodySchema>, z.output<typeof stationPatchSchema>> = {
  body: stationBodySchema,
  patch: stationPatchSchema,
  insert: insertStation,
  update: (trx, { id }, patch) => updateStation(trx, id, patch),
};

export const stationsRoutes = [
  listRoute(PATH, resource),
  createRoute(PATH, resource, writer),
  readRoute(PATH, resource),
  changeRoute(PATH, resource, writer),
  removeRoute(PATH, resource, {
    delete: deleteStation,
    findUses: (trx, id) => findSchedulesWith(trx, 'station_id', id),
  }),
];
