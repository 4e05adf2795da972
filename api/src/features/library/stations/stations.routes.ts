import { stationsHttp } from '@belfry/schemas/http/library/audio';
import type { Parsed } from '@belfry/schemas/http/endpoint';
import { resourceRoutes, type ResourceWriter } from '../resource.routes.ts';
import { findPlayersOf } from '../uses.repository.ts';
import { deleteStation, insertStation, updateStation } from './stations.repository.ts';
import { stationsResource as resource } from './stations.resource.ts';

const writer: ResourceWriter<Parsed<typeof stationsHttp.create, 'body'>, Parsed<typeof stationsHttp.change, 'body'>> = {
  insert: insertStation,
  update: (trx, { id }, patch) => updateStation(trx, id, patch),
};

export const stationsRoutes = resourceRoutes(stationsHttp, resource, writer, {
  delete: deleteStation,
  findUses: (trx, id) => findPlayersOf(trx, 'station_id', id),
});
