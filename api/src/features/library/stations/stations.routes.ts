import { stationBodySchema, stationPatchSchema } from '@belfry/schemas/http/announcements/library-audio';
import type { z } from 'zod';
import { resourceRoutes, type ResourceWriter } from '../resource.routes.ts';
import { findPlayersOf } from '../uses.repository.ts';
import { deleteStation, insertStation, updateStation } from './stations.repository.ts';
import { stationsResource as resource } from './stations.resource.ts';

const PATH = '/stations';
const writer: ResourceWriter<z.output<typeof stationBodySchema>, z.output<typeof stationPatchSchema>> = {
  body: stationBodySchema,
  patch: stationPatchSchema,
  insert: insertStation,
  update: (trx, { id }, patch) => updateStation(trx, id, patch),
};

export const stationsRoutes = resourceRoutes(PATH, resource, writer, {
  delete: deleteStation,
  findUses: (trx, id) => findPlayersOf(trx, 'station_id', id),
});
